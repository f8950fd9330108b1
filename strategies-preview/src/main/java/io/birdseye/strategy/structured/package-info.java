/** Structured concurrency, as JDK 25 previews it. */
@NullMarked
package io.birdseye.strategy.structured;

import org.jspecify.annotations.NullMarked;
