package io.birdseye.scenario;

import java.time.Duration;

/** What a scenario may ask for: enough for any real endpoint, and little enough for one machine. */
final class Limits {

    static final int GROUPS = 16;
    static final int CALLS = 64;
    static final int PHASES = 100;
    static final int POOL = 100_000;
    static final double LEVEL = 1_000_000;
    static final Duration LATENCY = Duration.ofHours(1);
    static final Duration CPU = Duration.ofMinutes(1);
    static final Duration DEADLINE = Duration.ofHours(1);
    static final Duration PHASE = Duration.ofHours(24);
    static final long PAYLOAD = 16_000_000;
    static final long MULTIPLY = 256_000_000;

    private Limits() {}
}
