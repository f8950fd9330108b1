/** Profiles of the middle of a trial's window. */
@NullMarked
package io.birdseye.loadtest.profile;

import org.jspecify.annotations.NullMarked;
