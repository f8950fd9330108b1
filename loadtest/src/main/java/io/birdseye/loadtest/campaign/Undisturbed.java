package io.birdseye.loadtest.campaign;

import io.birdseye.report.result.Results;
import java.time.Duration;

/**
 * The comparison without a fault: its shape is what every other one is held against, and its needs say where limits
 * begin to matter.
 *
 * @param bytes of its folder of results
 * @param descriptors that one of its processes held, at most
 * @param threads of all its processes together, at most
 */
record Undisturbed(Results results, Duration time, long bytes, int descriptors, int threads) {}
