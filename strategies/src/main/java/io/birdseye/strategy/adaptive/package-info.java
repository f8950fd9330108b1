/** A strategy that adapts to its measurements: how many requests at once, and whether their calls run in parallel. */
@NullMarked
package io.birdseye.strategy.adaptive;

import org.jspecify.annotations.NullMarked;
