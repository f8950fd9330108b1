package io.birdseye.strategy;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A system that gives the strategies only so many threads at once. The others fail as {@link Thread#start()} does beyond
 * the limit of a user or a container.
 */
public final class ThreadsOnHand implements ThreadSource {

    private static final AtomicReference<AtomicInteger> LEFT = new AtomicReference<>(unlimited());

    /** Called by the service loader. */
    public ThreadsOnHand() {}

    private static AtomicInteger unlimited() {
        return new AtomicInteger(Integer.MAX_VALUE / 2);
    }

    /** From now until the limit is closed, so many threads can be there at once, those from before not counted. */
    public static Limit only(int threads) {
        LEFT.set(new AtomicInteger(threads));
        return () -> LEFT.set(unlimited());
    }

    /** Ends with {@link #close()}. */
    @FunctionalInterface
    public interface Limit extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    public ThreadFactory around(ThreadFactory factory) {
        return task -> {
            AtomicInteger left = LEFT.get();
            if (left.getAndDecrement() <= 0) {
                left.incrementAndGet();
                throw new OutOfMemoryError(
                        "unable to create native thread: possibly out of memory or process/resource limits reached");
            }
            return factory.newThread(() -> {
                try {
                    task.run();
                } finally {
                    left.incrementAndGet();
                }
            });
        };
    }
}
