package io.birdseye.service.server;

import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.model.Durations;
import io.birdseye.strategy.Overloaded;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place that decides which failure becomes which status. */
public final class Problems {

    /** nginx's status for a client that has disconnected. It is never sent; logs and metrics use it. */
    public static final int CLIENT_CLOSED_REQUEST = 499;

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    /** A queue needs some time to shrink. */
    private static final Map<String, String> RETRY = Map.of(HttpHeaders.RETRY_AFTER, "1");

    private Problems() {}

    /**
     * The problem of the failure, or of the first of its causes that is known here. Of an unexpected failure the client
     * learns only that it happened: the cause is in the log.
     */
    public static Problem of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Problem known = known(cause);
            if (known != null) {
                return known;
            }
        }
        LOG.error("a request failed unexpectedly", failure);
        return new Problem(ProblemType.INTERNAL_ERROR, "the cause is in the service's log");
    }

    private static @Nullable Problem known(Throwable failure) {
        return switch (failure) {
            case Problem problem -> problem;
            case UpstreamFailure e -> upstream(e);
            case DeadlineExceeded e ->
                new Problem(ProblemType.DEADLINE_EXCEEDED, e.getMessage());
            case Overloaded e -> overloaded(e.getMessage());
            case RejectedExecutionException e -> overloaded("a queue is full");
            case OutOfMemoryError e -> {
                LOG.warn("a request was refused: {}", e.getMessage());
                yield overloaded("the service gets no more memory or threads");
            }
            case ClientDisconnected e ->
                new Problem(ProblemType.CLIENT_DISCONNECTED, e.getMessage());
            case WebApplicationException e ->
                status(e.getResponse().getStatus(), e.getResponse().getHeaderString(HttpHeaders.ALLOW));
            default -> null;
        };
    }

    /** Whether the request failed for lack of room. */
    public static boolean isRefusal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Overloaded || cause instanceof RejectedExecutionException
                    || cause instanceof OutOfMemoryError) {
                return true;
            }
        }
        return false;
    }

    /**
     * A parameter of a request is missing, unknown, or has a value that is not allowed.
     *
     * @param value what was given, or null if nothing was
     * @param allowed what may be given instead, as the end of a sentence
     */
    public static Problem badParameter(String parameter, @Nullable String value, String allowed) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("parameter", parameter);
        if (value != null) {
            members.put("value", value);
        }
        members.put("allowed", allowed);
        String wrong = value == null ? "is missing" : "is '" + value + "'";
        String detail = "parameter '" + parameter + "' " + wrong + "; allowed is " + allowed;
        return new Problem(ProblemType.BAD_PARAMETER, detail, members, Map.of());
    }

    /**
     * The path names a strategy that there is not.
     *
     * @param whyLeftOut of a strategy that this JVM cannot load; null for one of which nothing is known
     * @param allowed those that there are
     */
    public static Problem unknownStrategy(String name, @Nullable String whyLeftOut, String allowed) {
        String what = whyLeftOut == null
                ? "there is no strategy '" + name + "'"
                : "'" + name + "' is left out here, since " + whyLeftOut;
        return new Problem(
                ProblemType.UNKNOWN_STRATEGY, what + "; there is " + allowed,
                Map.of("parameter", "strategy", "value", name, "allowed", allowed), Map.of());
    }

    /** A stricter reader than the server's takes the address for none. */
    public static Problem badAddress() {
        return new Problem(ProblemType.BAD_ADDRESS, null);
    }

    /** The service ends and accepts no more requests. */
    public static Problem shuttingDown() {
        String detail = "the service is shutting down";
        Map<String, String> headers = new LinkedHashMap<>(RETRY);
        headers.put("Connection", "close");
        return new Problem(ProblemType.SHUTTING_DOWN, detail, Map.of(), headers);
    }

    /** The connection was opened, but there are too many. */
    public static Problem tooManyConnections(int most) {
        return overloaded("there are " + most + " connections already, and no more are allowed");
    }

    /** The request line and the headers did not arrive in time. */
    public static Problem slowHead(Duration limit) {
        return new Problem(
                ProblemType.REQUEST_TIMEOUT, "request line and headers must arrive within " + Durations.format(limit));
    }

    /** A problem of which only the status is known. */
    public static Problem status(int code) {
        return status(code, null);
    }

    private static Problem status(int code, @Nullable String allow) {
        Response.Status status = Response.Status.fromStatusCode(code);
        String reason = status == null ? "Error" : status.getReasonPhrase();
        return Problem.ofStatus(code, reason, allow == null ? Map.of() : Map.of(HttpHeaders.ALLOW, allow));
    }

    private static Problem upstream(UpstreamFailure e) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("upstream", e.upstream());
        members.put("kind", e.kind().name().toLowerCase(Locale.ROOT));
        int status = e.kind() == UpstreamFailure.Kind.TIMEOUT ? 504 : 502;
        return new Problem(ProblemType.UPSTREAM_FAILURE, status, e.getMessage(), members, Map.of());
    }

    private static Problem overloaded(@Nullable String detail) {
        return new Problem(ProblemType.OVERLOADED, detail, Map.of(), RETRY);
    }
}
