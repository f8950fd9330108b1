package io.birdseye.loadtest.plan;

/** What sends the requests of a load. */
public enum LoadEngine {
    /** Gatling where strategies are compared at one rate, which was asked for, else the light client. */
    AUTO,
    /** Ticks in whole milliseconds. */
    GATLING,
    /** Birdseye's own, for fast services: sends some 0.1 ms late on Linux, for a fraction of the CPU time. */
    LIGHT
}
