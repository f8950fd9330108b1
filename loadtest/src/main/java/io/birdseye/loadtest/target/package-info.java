/** A service that is not Birdseye's: which requests it gets, what a right answer is, and how it is started. */
@NullMarked
package io.birdseye.loadtest.target;

import org.jspecify.annotations.NullMarked;
