package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.Strategy;

/** Strategies and minimums by name: {@code strategy:executor}, {@code minimum:EXECUTOR}. */
final class Ways {

    private static final String STRATEGY = "strategy:";
    private static final String MINIMUM = "minimum:";
    private static final int QUEUE = 64;

    private Ways() {}

    static String strategy(String name) {
        return STRATEGY + name;
    }

    static String minimum(Minimum.Of minimum) {
        return MINIMUM + minimum.name();
    }

    static Minimum create(String way) {
        if (way.startsWith(MINIMUM)) {
            return Minimum.Of.valueOf(way.substring(MINIMUM.length())).create();
        }
        String name = way.substring(STRATEGY.length());
        Strategy strategy = Strategies.load()
                .find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no strategy '" + name + "'"))
                .create(new Budget(Minimum.IO_THREADS, Minimum.CPU_THREADS, QUEUE), Shape.TWO_BY_TWO);
        return new Minimum() {
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
