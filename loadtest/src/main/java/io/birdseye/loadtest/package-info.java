/** The Gatling simulation: it offers a load to the service and keeps the latencies of every second. */
@NullMarked
package io.birdseye.loadtest;

import org.jspecify.annotations.NullMarked;
