/** Decides by what it measures: how many requests at once, and whether their calls are worth being made in parallel. */
@NullMarked
package io.birdseye.strategy.adaptive;

import org.jspecify.annotations.NullMarked;
