/** A load tool that holds tens of thousands of connections on one thread: raw sockets, one fixed request. */
@NullMarked
package io.birdseye.benchmarks.load;

import org.jspecify.annotations.NullMarked;
