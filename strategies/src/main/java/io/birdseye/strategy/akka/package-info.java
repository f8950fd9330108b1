/** Akka classic actors: workers fetch bodies, and other actors combine them. */
@NullMarked
package io.birdseye.strategy.akka;

import org.jspecify.annotations.NullMarked;
