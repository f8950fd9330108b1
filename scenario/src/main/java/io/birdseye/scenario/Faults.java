package io.birdseye.scenario;

import io.birdseye.model.Fault;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong with an upstream call, and how often. A broken connection goes before an error status, and both come
 * after the call's latency.
 *
 * @param dribble a body that comes in parts, or null for one that comes at once
 */
public record Faults(@Nullable ErrorStatus status, @Nullable BrokenConnection connection, @Nullable Dribble dribble) {

    /** A call that always works. */
    public static final Faults NONE = new Faults(null, null, null);

    /** The status that the short form {@code failureRate} stands for. */
    static final int UNAVAILABLE = 503;

    public record ErrorStatus(int code, double probability) {}

    /** An answer that is broken off or is no HTTP. */
    public record BrokenConnection(Fault kind, double probability) {}

    /** A body in equal parts: part i of n is sent i/n of the time after the call's latency. */
    public record Dribble(int chunks, Duration lasting) {}
}
