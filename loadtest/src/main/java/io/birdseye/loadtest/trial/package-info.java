/** A trial: a subject under a load, measured in a window and judged by the validity rules. */
@NullMarked
package io.birdseye.loadtest.trial;

import org.jspecify.annotations.NullMarked;
