/** Kotlin coroutines and flows. */
@NullMarked
package io.birdseye.strategy.coroutines;

import org.jspecify.annotations.NullMarked;
