package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The fan-out by hand, with the least of a library that still runs the calls side by side and the combinations behind
 * them: no budget beyond the size of a pool, no cancellation, no failure but the first that happens to be seen.
 */
interface Minimum extends AutoCloseable {

    /** Two for each core, so that none falls asleep: to wake one takes longer than all that is measured. */
    int REQUESTERS = 2 * Runtime.getRuntime().availableProcessors();

    /** Threads for calls, and for combinations, so many that none waits for one; the strategies get the same budget. */
    int IO_THREADS = REQUESTERS * 4;

    int CPU_THREADS = REQUESTERS * 2;

    /** Holds the caller until the answer is there; there may be several callers. */
    Overview run(FanOut work) throws Exception;

    @Override
    void close();

    /** All there are. */
    enum Of {
        SEQUENTIAL(JdkMinimums.Sequential::new),
        EXECUTOR(JdkMinimums.Executor::new),
        FUTURE(JdkMinimums.Future::new),
        FUTURE_ASYNC(JdkMinimums.FutureAsync::new),
        VIRTUAL_THREADS(JdkMinimums.VirtualThreads::new),
        STRUCTURED(StructuredMinimum::new),
        FORK_JOIN(JdkMinimums.ForkJoin::new),
        PARALLEL_STREAM(JdkMinimums.ParallelStream::new),
        RX2(Rx2Minimums.Blocking::new),
        RX2_ASYNC(Rx2Minimums.NonBlocking::new),
        RX3(Rx3Minimums.Blocking::new),
        RX3_ASYNC(Rx3Minimums.NonBlocking::new),
        REACTOR(ReactiveMinimums.Reactor::new),
        REACTOR_ASYNC(ReactiveMinimums.ReactorAsync::new),
        MUTINY(ReactiveMinimums.Mutiny::new),
        COROUTINES_BLOCKING(() -> of(CoroutineMinimums.blocking(IO_THREADS, CPU_THREADS))),
        COROUTINES(() -> of(CoroutineMinimums.nonBlocking(IO_THREADS, CPU_THREADS))),
        FLOW(() -> of(CoroutineMinimums.flow(IO_THREADS, CPU_THREADS))),
        DISRUPTOR_CHAIN(() -> new DisruptorMinimum(true)),
        DISRUPTOR_DIAMOND(() -> new DisruptorMinimum(false)),
        AKKA(AkkaMinimum::new),
        PEKKO(PekkoMinimum::new);

        private final Supplier<Minimum> factory;

        Of(Supplier<Minimum> factory) {
            this.factory = factory;
        }

        Minimum create() {
            return factory.get();
        }

        private static Minimum of(CoroutineMinimums.Runner runner) {
            return new Minimum() {
                @Override
                public Overview run(FanOut work) {
                    return runner.run(work);
                }

                @Override
                public void close() {
                    runner.close();
                }
            };
        }

        /** The one that does the same with the same library; empty for a strategy that has none here. */
        static Optional<Of> strategy(String name) {
            return Optional.ofNullable(
                    switch (name) {
                        case "sequential" -> SEQUENTIAL;
                        case "executor" -> EXECUTOR;
                        case "completable-future", "async-executor", "async-executor-split" -> FUTURE;
                        case "http-async" -> FUTURE_ASYNC;
                        case "virtual-threads" -> VIRTUAL_THREADS;
                        case "structured" -> STRUCTURED;
                        case "fork-join" -> FORK_JOIN;
                        case "parallel-stream" -> PARALLEL_STREAM;
                        case "rx" -> RX2;
                        case "rx-nonblocking" -> RX2_ASYNC;
                        case "rx3" -> RX3;
                        case "rx3-nonblocking" -> RX3_ASYNC;
                        case "reactor-blocking" -> REACTOR;
                        case "reactor" -> REACTOR_ASYNC;
                        case "mutiny" -> MUTINY;
                        case "coroutines-blocking" -> COROUTINES_BLOCKING;
                        case "coroutines" -> COROUTINES;
                        case "flow" -> FLOW;
                        case "disruptor", "disruptor-async" -> DISRUPTOR_CHAIN;
                        case "disruptor-diamond", "disruptor-diamond-async" -> DISRUPTOR_DIAMOND;
                        case "akka", "akka-async", "akka-pooled" -> AKKA;
                        case "pekko" -> PEKKO;
                        default -> null;
                    });
        }
    }
}
