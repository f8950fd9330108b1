package io.birdseye.service.api;

import io.birdseye.service.problem.Problem;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.ServerTiming;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.lang.annotation.Annotation;

/** Writes problems, and sees to it that every answer has its length and a {@code Server-Timing}. */
public final class AnswerFilter implements ContainerResponseFilter {

    private static final MediaType PROBLEM = MediaType.valueOf(Problem.MEDIA_TYPE);
    private static final Annotation[] NONE = {};

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (response.getEntity() instanceof Problem problem) {
            response.setStatus(problem.status());
            response.setEntity(problem.json(request.getUriInfo().getRequestUri().getRawPath()), NONE, PROBLEM);
            problem.headers().forEach((name, value) -> response.getHeaders().putSingle(name, value));
        }
        if (response.getEntity() instanceof byte[] bytes) {
            response.getHeaders().putSingle(HttpHeaders.CONTENT_LENGTH, bytes.length);
        }
        Exchange exchange = (Exchange) request.getProperty(Exchange.PROPERTY);
        exchange.answering(response.getStatus());
        if (!response.getHeaders().containsKey(ServerTiming.HEADER)) {
            response.getHeaders().putSingle(ServerTiming.HEADER, ServerTiming.ofTotal(exchange));
        }
    }
}
