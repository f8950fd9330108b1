/** One measured point of a sweep, a prediction or a verified advice: its settings, and its measurement. */
@NullMarked
package io.birdseye.planning.point;

import org.jspecify.annotations.NullMarked;
