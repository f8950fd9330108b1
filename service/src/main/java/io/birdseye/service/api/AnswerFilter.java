package io.birdseye.service.api;

import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.Problem;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.lang.annotation.Annotation;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns every exception, also Jersey's, into a problem, and JSON answers into bytes, so that Jersey needs no provider
 * for JSON. Adds length, {@code Cache-Control} and {@code Server-Timing} to all answers.
 */
public final class AnswerFilter implements ContainerResponseFilter, ExceptionMapper<Throwable> {

    private static final MediaType PROBLEM = MediaType.valueOf(Problem.MEDIA_TYPE);
    private static final Annotation[] NONE = {};

    @Override
    public Response toResponse(Throwable failure) {
        Problem problem = Problem.of(failure);
        // With its type, or Jersey looks for one in the header Accept, which may be what was refused.
        return Response.status(problem.status()).entity(problem).type(PROBLEM).build();
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        Object entity = response.getEntity();
        if (entity instanceof Problem problem) {
            response.setEntity(problem.json(request.getUriInfo().getRequestUri().getRawPath()), NONE, PROBLEM);
            problem.headers().forEach((name, value) -> response.getHeaders().putSingle(name, value));
        } else if (!(entity instanceof byte[]) && MediaType.APPLICATION_JSON_TYPE.equals(response.getMediaType())) {
            response.setEntity(JsonMapper.shared().writeValueAsBytes(entity));
        }
        if (response.getEntity() instanceof byte[] bytes) {
            response.getHeaders().putSingle(HttpHeaders.CONTENT_LENGTH, bytes.length);
        }
        if (!response.getHeaders().containsKey(HttpHeaders.CACHE_CONTROL)) {
            response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, Exchange.NOT_STORED);
        }
        Exchange exchange = (Exchange) request.getProperty(Exchange.PROPERTY);
        exchange.answering(response.getStatus());
        response.getHeaders().putSingle(Exchange.SERVER_TIMING, exchange.serverTiming());
    }
}
