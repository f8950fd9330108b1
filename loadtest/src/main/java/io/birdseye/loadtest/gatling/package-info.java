/** The injector: a JVM of its own in which Gatling offers a load and the latencies of every second are kept. */
@NullMarked
package io.birdseye.loadtest.gatling;

import org.jspecify.annotations.NullMarked;
