/**
 * A discrete-event simulation of a request's way through HTTP threads, queues, pools, cores and upstreams.
 *
 * <p>The event loop is our own, since it is the small part: a priority queue and a clock. Simulation libraries were
 * looked at first. SSJ 3.3.2 would add JFreeChart, Colt and Commons Math 3 for an event list of about the same size,
 * DESMO-J builds on model and experiment classes of its own, kalasim on the Kotlin runtime and dependency injection.
 * What is hard here, processor sharing with contention and pools that are held while another is waited for, would
 * still be ours to write. Random numbers come from the JDK, distributions from Apache Commons Statistics.
 */
@NullMarked
package io.birdseye.planning.simulation;

import org.jspecify.annotations.NullMarked;
