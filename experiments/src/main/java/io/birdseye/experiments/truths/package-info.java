/** What threads really do: computation and I/O, pinned or not, counted by pool. */
@NullMarked
package io.birdseye.experiments.truths;

import org.jspecify.annotations.NullMarked;
