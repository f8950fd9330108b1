package io.birdseye.benchmarks.overhead;

import io.birdseye.benchmarks.overhead.LibraryBaselines.Library;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo.Client;
import java.util.Optional;

/**
 * What is measured, by name: {@code strategy/executor}, or the baseline of its library family and client,
 * {@code baseline/executor/blocking}.
 */
final class Variants {

    private static final Budget BUDGET = new Budget(Baseline.IO_THREADS, Baseline.CPU_THREADS, 64);

    private Variants() {}

    static String strategy(String name) {
        return "strategy/" + name;
    }

    /** The baseline that does the same with the same library; empty for a family that has none. */
    static Optional<String> baseline(StrategyEntry entry) {
        return LibraryBaselines.of(entry.family())
                .map(library -> "baseline/" + entry.family() + "/"
                        + (entry.info().client() == Client.BLOCKING ? "blocking" : "non-blocking")
                        + (library == Library.DISRUPTOR && inTurn(entry) ? "/in-turn" : ""));
    }

    private static boolean inTurn(StrategyEntry entry) {
        return entry.topology(BUDGET, Shape.TWO_BY_TWO).callsInTurn();
    }

    /** @throws IllegalArgumentException if there is no such strategy or baseline */
    static Baseline create(String variant) {
        String[] parts = variant.split("/");
        if (parts[0].equals("baseline")) {
            return LibraryBaselines.of(parts[1])
                    .orElseThrow(() -> new IllegalArgumentException("no baseline for the family '" + parts[1] + "'"))
                    .create(parts[2].equals("blocking"), parts.length > 3);
        }
        Strategy strategy = Strategies.load()
                .find(parts[1])
                .orElseThrow(() -> new IllegalArgumentException("there is no strategy '" + parts[1] + "'"))
                .create(BUDGET, Shape.TWO_BY_TWO);
        return new Baseline() {
            @Override
            public Overview run(FanOut work) throws Exception {
                return switch (strategy) {
                    case Strategy.Blocking blocking -> blocking.run(work);
                    case Strategy.Async async -> async.run(work).toCompletableFuture().get();
                };
            }

            @Override
            public void close() {
                strategy.close();
            }
        };
    }
}
