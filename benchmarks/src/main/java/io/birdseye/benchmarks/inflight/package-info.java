/** Thousands of requests that wait at once. */
@NullMarked
package io.birdseye.benchmarks.inflight;

import org.jspecify.annotations.NullMarked;
