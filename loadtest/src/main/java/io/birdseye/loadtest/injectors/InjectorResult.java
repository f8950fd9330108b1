package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.Recorded;

/**
 * What an injector has to tell when its load is over.
 *
 * @param recorded of its share
 * @param logs how many windows have a log of the latencies of each second
 * @param startLagNanos how much later than the common start it has begun, by its own clock
 */
public record InjectorResult(Recorded recorded, int logs, long startLagNanos) {}
