package io.birdseye.service.api;

import io.birdseye.service.problem.Problems;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** Makes a problem of everything that is thrown, Jersey's own exceptions too. */
public final class ProblemMapper implements ExceptionMapper<Throwable> {

    @Override
    public Response toResponse(Throwable failure) {
        return Response.status(Response.Status.INTERNAL_SERVER_ERROR)
                .entity(Problems.of(failure))
                .build();
    }
}
