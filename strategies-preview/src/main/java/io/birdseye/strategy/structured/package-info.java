/** Structured concurrency, a preview feature of JDK 25. */
@NullMarked
package io.birdseye.strategy.structured;

import org.jspecify.annotations.NullMarked;
