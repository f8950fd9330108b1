/** Programs in processes of their own, and what they use. */
@NullMarked
package io.birdseye.benchmarks.process;

import org.jspecify.annotations.NullMarked;
