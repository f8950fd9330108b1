package io.birdseye.fanout;

import io.birdseye.model.CallPolicy.Retry;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A call to an upstream failed. It has no stack trace, because the upstream's name and the kind are enough. */
public final class UpstreamFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public enum Kind {
        /** It could not be reached. */
        CONNECT,
        /** It answered with a status other than 200. */
        STATUS,
        /** The connection broke, or the bytes on it were not HTTP. */
        RESET,
        /** It answered 200 with no body. */
        EMPTY,
        /** Its body is not the JSON that was expected. */
        MALFORMED,
        /** Its body is larger than the service's limit. */
        OVERSIZE,
        /** It did not answer in time. */
        TIMEOUT,
        /** The call got no place in its pool in time, so it was not made. */
        POOL
    }

    private final String upstream;
    private final Kind kind;
    private final int status;

    public UpstreamFailure(String upstream, Kind kind, String detail) {
        this(upstream, kind, detail, null);
    }

    public static UpstreamFailure ofStatus(String upstream, int status) {
        return new UpstreamFailure(upstream, Kind.STATUS, "it answered with status " + status, null, status);
    }

    public UpstreamFailure(String upstream, Kind kind, String detail, @Nullable Throwable cause) {
        this(upstream, kind, detail, cause, 0);
    }

    private UpstreamFailure(String upstream, Kind kind, String detail, @Nullable Throwable cause, int status) {
        super("upstream '" + upstream + "' failed: " + detail, cause, true, false);
        this.upstream = upstream;
        this.kind = kind;
        this.status = status;
    }

    /** The name of the call in the plan, for example {@code photos}. */
    public String upstream() {
        return upstream;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether a call that failed so is made again. */
    boolean isAmong(Set<String> failures) {
        return switch (kind) {
            case TIMEOUT -> failures.contains(Retry.TIMEOUT);
            case CONNECT, RESET -> failures.contains(Retry.CONNECTION);
            case STATUS -> failures.contains(String.valueOf(status));
            case EMPTY, MALFORMED, OVERSIZE, POOL -> false;
        };
    }

    /** The status that the upstream answered with; 0 if that is not what was wrong. */
    public int status() {
        return status;
    }
}
