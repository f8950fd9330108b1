/** Profiles as pictures. */
@NullMarked
package io.birdseye.benchmarks.profile;

import org.jspecify.annotations.NullMarked;
