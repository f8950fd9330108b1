/** Work stealing: fork/join tasks and parallel streams in a pool of their own. */
@NullMarked
package io.birdseye.strategy.forkjoin;

import org.jspecify.annotations.NullMarked;
