package io.birdseye.strategy;

import java.util.concurrent.ThreadFactory;

/**
 * Decides how the threads of all strategies are made. {@link java.util.ServiceLoader} finds at most one; without one,
 * threads are made as {@link Pools} says.
 */
@FunctionalInterface
public interface ThreadSource {

    /**
     * Makes threads as the factory does, or throws {@link OutOfMemoryError} as {@link Thread#start()} does for want of
     * them.
     */
    ThreadFactory around(ThreadFactory factory);
}
