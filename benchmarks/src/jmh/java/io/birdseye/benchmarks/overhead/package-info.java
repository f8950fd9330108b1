/** What a strategy costs when its tasks cost nothing, beside the same fan-out with the least of its library. */
@NullMarked
package io.birdseye.benchmarks.overhead;

import org.jspecify.annotations.NullMarked;
