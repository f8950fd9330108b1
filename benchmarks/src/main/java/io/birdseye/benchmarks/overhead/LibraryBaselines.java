package io.birdseye.benchmarks.overhead;

import java.util.Map;
import java.util.Optional;

/** One baseline for each library family; a family is the last part of its strategies' package. */
final class LibraryBaselines {

    private static final Map<String, Library> BY_FAMILY = Map.ofEntries(
            Map.entry("sequential", Library.SEQUENTIAL),
            Map.entry("executor", Library.FUTURES),
            Map.entry("virtual", Library.VIRTUAL_THREADS),
            Map.entry("structured", Library.VIRTUAL_THREADS),
            Map.entry("forkjoin", Library.FORK_JOIN),
            Map.entry("rx", Library.RX2),
            Map.entry("rx3", Library.RX3),
            Map.entry("reactor", Library.REACTOR),
            Map.entry("mutiny", Library.MUTINY),
            Map.entry("coroutines", Library.COROUTINES),
            Map.entry("disruptor", Library.DISRUPTOR),
            Map.entry("akka", Library.AKKA),
            Map.entry("pekko", Library.PEKKO));

    private LibraryBaselines() {}

    /** Empty for a family that has nothing to be compared with, such as one of a plugin. */
    static Optional<Library> of(String family) {
        return Optional.ofNullable(BY_FAMILY.get(family));
    }

    enum Library {
        SEQUENTIAL,
        FUTURES,
        VIRTUAL_THREADS,
        FORK_JOIN,
        RX2,
        RX3,
        REACTOR,
        MUTINY,
        COROUTINES,
        DISRUPTOR,
        AKKA,
        PEKKO;

        /**
         * @param blocking whether calls hold a thread
         * @param inTurn whether calls follow one another, where the library's strategies have both forms
         */
        Baseline create(boolean blocking, boolean inTurn) {
            return switch (this) {
                case SEQUENTIAL -> JdkBaselines::sequential;
                case FUTURES -> JdkBaselines.futures(blocking);
                case VIRTUAL_THREADS -> JdkBaselines::virtualThreads;
                case FORK_JOIN -> JdkBaselines.forkJoin();
                case RX2 -> ReactiveBaselines.rx2(blocking);
                case RX3 -> ReactiveBaselines.rx3(blocking);
                case REACTOR -> ReactiveBaselines.reactor(blocking);
                case MUTINY -> ReactiveBaselines.mutiny();
                case COROUTINES ->
                    Baseline.pooled((io, cpu) -> CoroutineBaseline.create(io, cpu, blocking)::invoke);
                case DISRUPTOR -> new DisruptorBaseline(inTurn);
                case AKKA -> new AkkaBaseline();
                case PEKKO -> new PekkoBaseline();
            };
        }
    }
}
