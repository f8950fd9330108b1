package io.birdseye.strategy;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.model.Budget;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A way to run a {@link FanOut}: it decides which thread runs which task, and who waits.
 *
 * <p>An instance serves many requests at the same time. It is built from a {@link Budget} and never runs more calls or
 * combinations at once than that allows; it owns its threads and ends them in {@link #close()}. The host admits no
 * more than {@link Budget#maxInFlight()} requests at a time, so the queues inside a strategy are bounded too.
 *
 * <p>The first failure of a task is the failure of the request. The fan-out makes all other tasks of the request fail
 * with the same exception, so a strategy may report any of them; it must report one, and soon. Where a task cannot be
 * started, for want of threads or memory, the strategy fails or {@code run} throws; the host then gives the request up,
 * which ends the tasks that were started.
 *
 * <p>A constructor that fails leaves no thread behind.
 */
public sealed interface Strategy extends AutoCloseable {

    /**
     * Why this strategy will answer no request any more, for example because its library has given up; empty while it
     * answers. The host asks often and on any thread, so it must be quick. It then closes the strategy and starts another
     * one.
     */
    default Optional<String> down() {
        return Optional.empty();
    }

    /** Ends the strategy's threads. All requests in progress have been given up before. */
    @Override
    void close();

    /** A strategy that holds the calling HTTP thread until it has the answer. */
    non-sealed interface Blocking extends Strategy {

        /**
         * @throws InterruptedException if the thread is interrupted, which the host does when the deadline has passed
         * @throws Exception the failure of a task, as it is or as the cause of a library's wrapper
         */
        Overview run(FanOut work) throws Exception;
    }

    /** A strategy that returns at once, so that the calling HTTP thread is free. */
    non-sealed interface Async extends Strategy {

        /**
         * @return completes with the answer, or with the failure of a task as it is or as the cause of a wrapper
         * @throws Overloaded if there is no room for the request
         */
        CompletionStage<Overview> run(FanOut work);
    }
}
