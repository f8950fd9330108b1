/** Which points a sweep measures, in which order, and where its curve bends. */
@NullMarked
package io.birdseye.planning.sweep;

import org.jspecify.annotations.NullMarked;
