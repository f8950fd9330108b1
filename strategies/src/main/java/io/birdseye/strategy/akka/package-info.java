/** Akka classic actors: workers that fetch, and actors that combine. */
@NullMarked
package io.birdseye.strategy.akka;

import org.jspecify.annotations.NullMarked;
