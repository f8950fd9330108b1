/** How long programs take to be ready. */
@NullMarked
package io.birdseye.benchmarks.start;

import org.jspecify.annotations.NullMarked;
