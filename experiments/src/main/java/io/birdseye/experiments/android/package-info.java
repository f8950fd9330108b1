/** How fast a hundred actions run: direct, RxJava, coroutines, Flow, executors, and what came later. */
@NullMarked
package io.birdseye.experiments.android;

import org.jspecify.annotations.NullMarked;
