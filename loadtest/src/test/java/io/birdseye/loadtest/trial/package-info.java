/** Whole comparisons, with programs that misbehave where a test wants them to. */
@NullMarked
package io.birdseye.loadtest.trial;

import org.jspecify.annotations.NullMarked;
