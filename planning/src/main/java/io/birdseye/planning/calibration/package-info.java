/** The CPU costs of a request as measured on a machine, and predictions of other loads and machines from them. */
@NullMarked
package io.birdseye.planning.calibration;

import org.jspecify.annotations.NullMarked;
