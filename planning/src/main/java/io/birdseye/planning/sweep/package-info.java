/** Sweeps: the points of a grid over one or two settings, their measurement, and the knee of the curve. */
@NullMarked
package io.birdseye.planning.sweep;

import org.jspecify.annotations.NullMarked;
