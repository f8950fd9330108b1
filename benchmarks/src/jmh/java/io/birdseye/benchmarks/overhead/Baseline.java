package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.strategy.Pools;
import java.util.concurrent.ExecutorService;
import java.util.function.BiFunction;

/**
 * The fan-out by hand, with the least code of a library that still runs the calls side by side and the combinations
 * behind them: no budget beyond the size of a pool, no cancellation, no failure but the first that is seen.
 */
@FunctionalInterface
interface Baseline extends AutoCloseable {

    /** Two requests at once for each core, so that no core sleeps: to wake one takes longer than what is measured. */
    int REQUESTERS = 2 * Runtime.getRuntime().availableProcessors();

    /** So many threads for calls that none waits for one; the strategies get the same budget. */
    int IO_THREADS = REQUESTERS * 4;

    /** So many threads for combinations that none waits for one. */
    int CPU_THREADS = REQUESTERS * 2;

    /** Holds the caller until the answer is there; several callers may run at once. */
    Overview run(FanOut work) throws Exception;

    @Override
    default void close() {}

    /** The same, with something to do when it is closed. */
    default Baseline closedBy(Runnable end) {
        Baseline request = this;
        return new Baseline() {
            @Override
            public Overview run(FanOut work) throws Exception {
                return request.run(work);
            }

            @Override
            public void close() {
                end.run();
            }
        };
    }

    /** A baseline over a pool for calls and one for combinations, which it owns. */
    static Baseline pooled(BiFunction<ExecutorService, ExecutorService, Baseline> library) {
        ExecutorService io = Pools.fixed("baseline-io", IO_THREADS);
        ExecutorService cpu = Pools.fixed("baseline-cpu", CPU_THREADS);
        return library.apply(io, cpu).closedBy(() -> {
            Pools.stop(io);
            Pools.stop(cpu);
        });
    }
}
