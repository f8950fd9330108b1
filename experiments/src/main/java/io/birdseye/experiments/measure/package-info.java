/** Measuring points, each run in a fresh JVM of its own with a time limit, and what came of them. */
@NullMarked
package io.birdseye.experiments.measure;

import org.jspecify.annotations.NullMarked;
