/** Work stealing: fork/join tasks and parallel streams, each strategy with its own pool. */
@NullMarked
package io.birdseye.strategy.forkjoin;

import org.jspecify.annotations.NullMarked;
