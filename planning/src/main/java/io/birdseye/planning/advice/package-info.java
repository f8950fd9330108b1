/** Recommends a strategy and pool sizes for an endpoint, with the reasons in plain sentences. */
@NullMarked
package io.birdseye.planning.advice;

import org.jspecify.annotations.NullMarked;
