/** Trials of services that are not Birdseye's: started anew for each, or running and measured in short slices. */
@NullMarked
package io.birdseye.loadtest.foreign;

import org.jspecify.annotations.NullMarked;
