/** How much predictions differ from measurements at points that the calibration did not use. */
@NullMarked
package io.birdseye.planning.accuracy;

import org.jspecify.annotations.NullMarked;
