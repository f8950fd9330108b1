package io.birdseye.report.result;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The outcome of one comparison, and everything needed to repeat it. This is {@code results.json}; every name carries
 * its unit.
 *
 * @param schemaVersion raised when a field changes its meaning or goes away
 * @param createdAt an ISO 8601 instant
 * @param trials in the order in which they were run, failed ones included
 */
public record Results(
        int schemaVersion,
        String createdAt,
        Environment environment,
        Settings settings,
        Floor floor,
        List<Trial> trials) {

    /** The version that this build writes. */
    public static final int SCHEMA_VERSION = 1;

    public Results {
        requireNonNull(createdAt, "createdAt");
        requireNonNull(environment, "environment");
        requireNonNull(settings, "settings");
        requireNonNull(floor, "floor");
        trials = List.copyOf(trials);
    }
}
