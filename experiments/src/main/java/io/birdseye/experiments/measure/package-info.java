/** Experiments, each run in fresh JVMs with a time limit, and what they measured. */
@NullMarked
package io.birdseye.experiments.measure;

import org.jspecify.annotations.NullMarked;
