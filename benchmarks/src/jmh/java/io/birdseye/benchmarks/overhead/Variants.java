package io.birdseye.benchmarks.overhead;

import static java.util.Map.entry;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo.Client;
import java.util.Map;
import java.util.Optional;

/** What is measured, by name: {@code strategy/executor}, or a family's {@code baseline/executor/blocking}. */
final class Variants {

    private static final Budget BUDGET = new Budget(Baseline.IO_THREADS, Baseline.CPU_THREADS, 64);
    private static final String DISRUPTOR = "disruptor";

    /** One baseline for each library family; a family is the last part of its strategies' package. */
    private static final Map<String, Library> LIBRARIES = Map.ofEntries(
            entry("sequential", (blocking, inTurn) -> JdkBaselines::sequential),
            entry("executor", (blocking, inTurn) -> JdkBaselines.futures(blocking)),
            entry("virtual", (blocking, inTurn) -> JdkBaselines::virtualThreads),
            entry("structured", (blocking, inTurn) -> JdkBaselines::virtualThreads),
            entry("jox", (blocking, inTurn) -> JdkBaselines::virtualThreads),
            entry("forkjoin", (blocking, inTurn) -> JdkBaselines.forkJoin()),
            entry("rx", (blocking, inTurn) -> ReactiveBaselines.rx2(blocking)),
            entry("rx3", (blocking, inTurn) -> ReactiveBaselines.rx3(blocking)),
            entry("reactor", (blocking, inTurn) -> ReactiveBaselines.reactor(blocking)),
            entry("mutiny", (blocking, inTurn) -> ReactiveBaselines.mutiny()),
            entry("coroutines", (blocking, inTurn) ->
                    Baseline.pooled((io, cpu) -> CoroutineBaseline.create(io, cpu, blocking)::invoke)),
            entry(DISRUPTOR, (blocking, inTurn) -> new DisruptorBaseline(inTurn)),
            entry("akka", (blocking, inTurn) -> ActorBaselines.akka()),
            entry("pekko", (blocking, inTurn) -> ActorBaselines.pekko()));

    private Variants() {}

    private interface Library {

        /** @param inTurn whether calls follow one another, where the library's strategies have both forms */
        Baseline create(boolean blocking, boolean inTurn);
    }

    static String strategy(String name) {
        return "strategy/" + name;
    }

    /** The baseline that does the same with the same library; empty for a family that has none, such as a plugin's. */
    static Optional<String> baseline(StrategyEntry entry) {
        boolean inTurn = entry.family().equals(DISRUPTOR) && entry.topology(BUDGET, Shape.TWO_BY_TWO).callsInTurn();
        String client = entry.info().waiter().client() == Client.BLOCKING ? "blocking" : "non-blocking";
        return LIBRARIES.containsKey(entry.family())
                ? Optional.of("baseline/" + entry.family() + "/" + client + (inTurn ? "/in-turn" : ""))
                : Optional.empty();
    }

    /** @throws IllegalArgumentException if there is no such strategy or baseline */
    static Baseline create(String variant) {
        String[] parts = variant.split("/");
        if (parts[0].equals("baseline")) {
            return Optional.ofNullable(LIBRARIES.get(parts[1]))
                    .orElseThrow(() -> new IllegalArgumentException("no baseline for the family '" + parts[1] + "'"))
                    .create(parts[2].equals("blocking"), parts.length > 3);
        }
        Strategy strategy = Strategies.load()
                .find(parts[1])
                .orElseThrow(() -> new IllegalArgumentException("there is no strategy '" + parts[1] + "'"))
                .create(BUDGET, Shape.TWO_BY_TWO);
        Baseline request = switch (strategy) {
            case Strategy.Blocking blocking -> blocking::run;
            case Strategy.Async async -> work -> async.run(work).toCompletableFuture().get();
        };
        return request.closedBy(strategy::close);
    }
}
