/**
 * A discrete-event simulation of a request's way through HTTP threads, queues, pools, cores and upstreams.
 *
 * <p>The event loop is written here, since it is small: a priority queue and a clock. Simulation libraries were
 * considered first. SSJ 3.3.2 would add JFreeChart, Colt and Commons Math 3 for an event list of about the same size;
 * DESMO-J needs its own model and experiment classes; kalasim needs the Kotlin runtime and dependency injection. The
 * difficult parts (processor sharing with contention, and pools that are held while a task waits for another pool)
 * would have to be written with each of them. Random numbers come from the JDK, distributions from Apache Commons
 * Statistics.
 */
@NullMarked
package io.birdseye.planning.simulation;

import org.jspecify.annotations.NullMarked;
