/** Many tasks of one HTTP call and two database operations, with RxJava 2, coroutines and virtual threads. */
@NullMarked
package io.birdseye.experiments.rxtasks;

import org.jspecify.annotations.NullMarked;
