/** From an endpoint's numbers to a pool size, a strategy and the reasons, in plain sentences. */
@NullMarked
package io.birdseye.planning.advice;

import org.jspecify.annotations.NullMarked;
