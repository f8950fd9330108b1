package io.birdseye.model;

/**
 * The highest concurrency that was observed, to be held against a {@link Budget}.
 *
 * @param io calls on the wire at once
 * @param cpu combinations running at once
 * @param inFlight requests in progress at once
 */
public record Peaks(int io, int cpu, int inFlight) {}
