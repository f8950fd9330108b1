/** A trial: one strategy on a test bed under a load, measured in a window and judged by the validity rules. */
@NullMarked
package io.birdseye.loadtest.trial;

import org.jspecify.annotations.NullMarked;
