/** Costs of a request measured on a machine, predictions with them, and how much these differ from measurements. */
@NullMarked
package io.birdseye.planning.calibration;

import org.jspecify.annotations.NullMarked;
