/** Index a text and test a prime with one thread, executors, fork/join and parallel streams. */
@NullMarked
package io.birdseye.experiments.forkjoin;

import org.jspecify.annotations.NullMarked;
