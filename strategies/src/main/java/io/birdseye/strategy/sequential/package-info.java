/** The baseline: no concurrency inside a request. */
@NullMarked
package io.birdseye.strategy.sequential;

import org.jspecify.annotations.NullMarked;
