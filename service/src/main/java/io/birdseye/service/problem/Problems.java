package io.birdseye.service.problem;

import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.strategy.Overloaded;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place that decides which failure becomes which status. */
public final class Problems {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    /** Long enough for a queue to move on, short enough to be tried. */
    private static final String RETRY_AFTER_SECONDS = "1";

    /** nginx's status for a client that has left; nobody receives it, but logs and metrics tell it apart. */
    public static final int CLIENT_CLOSED_REQUEST = 499;

    private Problems() {}

    /** Never tells more of an unexpected failure than that there was one: the rest is in the log. */
    public static Problem of(Throwable failure) {
        return switch (failure) {
            case BadParameter e -> badParameter(e);
            case UpstreamFailure e -> upstream(e);
            case DeadlineExceeded e ->
                new Problem("deadline-exceeded", "The request was not answered in time", 504, e.getMessage());
            case Overloaded e -> overloaded(e.getMessage());
            case RejectedExecutionException e -> overloaded("a queue is full");
            case ShuttingDown e ->
                new Problem("shutting-down", "The service is shutting down", 503, e.getMessage())
                        .withHeaders(Map.of(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS, "Connection", "close"));
            case ClientDisconnected e ->
                new Problem("client-disconnected", "The client has left", CLIENT_CLOSED_REQUEST, e.getMessage());
            case WebApplicationException e -> http(e.getResponse());
            case ExecutionException e when e.getCause() != null -> of(e.getCause());
            case CompletionException e when e.getCause() != null -> of(e.getCause());
            case InvocationTargetException e when e.getCause() != null -> of(e.getCause());
            default -> byCause(failure);
        };
    }

    /** Whether it was for lack of room. */
    public static boolean isRefusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Overloaded || cause instanceof RejectedExecutionException) {
                return true;
            }
        }
        return false;
    }

    /** A library's own wrapper around a failure of ours; it is looked through, whatever it is called. */
    private static Problem byCause(Throwable failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof UpstreamFailure
                    || cause instanceof DeadlineExceeded
                    || cause instanceof Overloaded
                    || cause instanceof RejectedExecutionException) {
                return of(cause);
            }
        }
        LOG.error("a request failed unexpectedly", failure);
        return new Problem("internal-error", "The service failed", 500, "the service's log tells more");
    }

    private static Problem badParameter(BadParameter e) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("parameter", e.parameter());
        members.put("value", e.value());
        members.put("allowed", e.allowed());
        return new Problem("bad-parameter", "A parameter is not allowed", 400, e.getMessage()).with(members);
    }

    private static Problem upstream(UpstreamFailure e) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("upstream", e.upstream());
        members.put("kind", e.kind().name());
        int status = e.kind() == UpstreamFailure.Kind.TIMEOUT ? 504 : 502;
        return new Problem("upstream-failure", "An upstream failed", status, e.getMessage()).with(members);
    }

    /** There is no room: come back later. */
    private static Problem overloaded(@Nullable String detail) {
        return new Problem("overloaded", "There is no room for another request", 503, detail)
                .withHeaders(Map.of(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS));
    }

    private static Problem http(Response response) {
        Response.StatusType status = response.getStatusInfo();
        String allow = response.getHeaderString(HttpHeaders.ALLOW);
        return status(status.getStatusCode())
                .withHeaders(allow == null ? Map.of() : Map.of(HttpHeaders.ALLOW, allow));
    }

    /** A refusal of which no more is known than its status. */
    public static Problem status(int code) {
        Response.Status status = Response.Status.fromStatusCode(code);
        String reason = status == null ? "Error" : status.getReasonPhrase();
        String type = reason.toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "-");
        return new Problem(type, reason, code, null);
    }
}
