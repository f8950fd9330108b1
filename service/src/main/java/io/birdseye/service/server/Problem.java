package io.birdseye.service.server;

import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import io.birdseye.strategy.Overloaded;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * A problem as RFC 9457 describes it, and the one place that decides which failure becomes which status. Thrown, it ends
 * its request. It has no stack trace, because it is no bug.
 */
public final class Problem extends RuntimeException {

    public static final String MEDIA_TYPE = "application/problem+json";

    /** nginx's status for a client that has disconnected. It is never sent; logs and metrics use it. */
    public static final int CLIENT_CLOSED_REQUEST = 499;

    private static final Logger LOG = LoggerFactory.getLogger(Problem.class);

    /** A queue needs some time to shrink. */
    private static final Map<String, String> RETRY = Map.of(HttpHeaders.RETRY_AFTER, "1");

    /** Null of a problem of which only the status is known: then it is {@code about:blank}, as RFC 9457 asks. */
    private final @Nullable ProblemType type;
    private final int status;
    private final transient Map<String, ?> members;
    private final transient Map<String, String> headers;

    private Problem(
            @Nullable ProblemType type, int status, @Nullable String detail,
            Map<String, ?> members, Map<String, String> headers) {
        super(detail, null, false, false);
        this.type = type;
        this.status = status;
        this.members = members;
        this.headers = headers;
    }

    Problem(ProblemType type, @Nullable String detail) {
        this(type, type.statuses().getFirst(), detail, Map.of(), Map.of());
    }

    /**
     * The problem of the first known cause. Of an unexpected failure the client learns only that it happened, the log
     * more.
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
            case DeadlineExceeded e -> new Problem(ProblemType.DEADLINE_EXCEEDED, e.getMessage());
            case Overloaded e -> overloaded(e.getMessage());
            case RejectedExecutionException e -> overloaded("a queue is full");
            case OutOfMemoryError e -> {
                LOG.warn("a request was refused: {}", e.getMessage());
                yield overloaded("the service gets no more memory or threads");
            }
            case Exchange.ClientDisconnected e -> new Problem(ProblemType.CLIENT_DISCONNECTED, e.getMessage());
            case WebApplicationException e -> {
                Response answer = e.getResponse();
                String allow = answer.getHeaderString(HttpHeaders.ALLOW);
                Map<String, String> headers = allow == null ? Map.of() : Map.of(HttpHeaders.ALLOW, allow);
                yield new Problem(null, answer.getStatus(), null, Map.of(), headers);
            }
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

    /** A parameter is missing (null), unknown, or not allowed; what may be given ends a sentence. */
    public static Problem badParameter(String parameter, @Nullable String value, String allowed) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("parameter", parameter);
        if (value != null) {
            members.put("value", value);
        }
        members.put("allowed", allowed);
        String wrong = value == null ? "is missing" : "is '" + value + "'";
        String detail = "parameter '" + parameter + "' " + wrong + "; allowed is " + allowed;
        return new Problem(ProblemType.BAD_PARAMETER, 400, detail, members, Map.of());
    }

    /** @param whyLeftOut of a strategy that this JVM cannot load; null for one of which nothing is known */
    public static Problem unknownStrategy(String name, @Nullable String whyLeftOut, String allowed) {
        String what = whyLeftOut == null
                ? "there is no strategy '" + name + "'"
                : "'" + name + "' is left out here, since " + whyLeftOut;
        return new Problem(
                ProblemType.UNKNOWN_STRATEGY, 404, what + "; there is " + allowed,
                Map.of("parameter", "strategy", "value", name, "allowed", allowed), Map.of());
    }

    /** A stricter reader than the server's takes the address for none. */
    public static Problem badAddress() {
        return new Problem(ProblemType.BAD_ADDRESS, null);
    }

    public static Problem shuttingDown() {
        Map<String, String> headers = new LinkedHashMap<>(RETRY);
        headers.put("Connection", "close");
        return new Problem(ProblemType.SHUTTING_DOWN, 503, "the service is shutting down", Map.of(), headers);
    }

    public static Problem tooManyConnections(int max) {
        return overloaded("there are " + max + " connections already, and no more are allowed");
    }

    public static Problem slowHead(Duration limit) {
        return new Problem(
                ProblemType.REQUEST_TIMEOUT, "request line and headers must arrive within " + Durations.format(limit));
    }

    public static Problem status(int code) {
        return new Problem(null, code, null, Map.of(), Map.of());
    }

    private static Problem upstream(UpstreamFailure e) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("upstream", e.upstream());
        members.put("kind", Format.label(e.kind()));
        // Either was waited for too long.
        int status = e.kind() == UpstreamFailure.Kind.TIMEOUT || e.kind() == UpstreamFailure.Kind.POOL ? 504 : 502;
        return new Problem(ProblemType.UPSTREAM_FAILURE, status, e.getMessage(), members, Map.of());
    }

    private static Problem overloaded(@Nullable String detail) {
        return new Problem(ProblemType.OVERLOADED, 503, detail, Map.of(), RETRY);
    }

    public int status() {
        return status;
    }

    public Map<String, String> headers() {
        return headers;
    }

    /** What the front door counts it as. */
    public String reason() {
        return type == null || type == ProblemType.OVERLOADED ? ProblemType.CONNECTIONS : type.label();
    }

    private String title() {
        if (type != null) {
            return type.title();
        }
        Response.Status known = Response.Status.fromStatusCode(status);
        return known == null ? "Error" : known.getReasonPhrase();
    }

    /**
     * A whole answer in HTTP, which ends its connection. It has no path: the request was refused before it was read.
     */
    public byte[] closingAnswer() {
        byte[] json = json(null);
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " " + title() + "\r\n");
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Type: " + MEDIA_TYPE + "\r\nCache-Control: no-store\r\nContent-Length: " + json.length
                + "\r\nConnection: close\r\n\r\n");
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(head.toString().getBytes(StandardCharsets.US_ASCII));
        answer.writeBytes(json);
        return answer.toByteArray();
    }

    /** The document in UTF-8; {@code instance} is the path of the request. */
    public byte[] json(@Nullable String instance) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", type == null ? "about:blank" : type.uri());
        document.put("title", title());
        document.put("status", status);
        if (getMessage() != null) {
            document.put("detail", getMessage());
        }
        if (instance != null) {
            document.put("instance", instance);
        }
        document.putAll(members);
        return JsonMapper.shared().writeValueAsBytes(document);
    }
}
