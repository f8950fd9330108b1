package io.birdseye.strategy;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A strategy in the list: what it says of itself, and how to build one. */
public final class StrategyEntry {

    private final Class<? extends Strategy> type;
    private final BiFunction<Budget, Shape, ? extends Strategy> factory;
    private final BiFunction<Budget, Shape, Topology> topology;
    private final StrategyInfo info;

    private StrategyEntry(
            Class<? extends Strategy> type,
            BiFunction<Budget, Shape, ? extends Strategy> factory,
            BiFunction<Budget, Shape, Topology> topology) {
        StrategyInfo annotation = type.getAnnotation(StrategyInfo.class);
        if (annotation == null) {
            throw new IllegalArgumentException(type.getName() + " has no @StrategyInfo");
        }
        if (!annotation.name().matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException(
                    type.getName() + " is named '" + annotation.name() + "', which is not in kebab case");
        }
        this.type = type;
        this.factory = factory;
        this.topology = topology;
        this.info = annotation;
    }

    /** A strategy that serves fan-outs of any shape. */
    public static <S extends Strategy> StrategyEntry of(Class<S> type, Function<Budget, S> factory) {
        return new StrategyEntry(type, (budget, shape) -> factory.apply(budget), StrategyEntry::twoPools);
    }

    /** A strategy whose topology is laid out for one shape when it starts. */
    public static <S extends Strategy> StrategyEntry of(Class<S> type, BiFunction<Budget, Shape, S> factory) {
        return new StrategyEntry(type, factory, StrategyEntry::twoPools);
    }

    /** The same strategy, for which {@link Topology#twoPools} is not the truth. */
    public StrategyEntry with(BiFunction<Budget, Shape, Topology> otherTopology) {
        return new StrategyEntry(type, factory, otherTopology);
    }

    private static Topology twoPools(Budget budget, Shape shape) {
        return Topology.twoPools(budget);
    }

    public String name() {
        return info.name();
    }

    /** The library that it is written with: the last part of its package. */
    public String family() {
        String folder = type.getPackageName();
        return folder.substring(folder.lastIndexOf('.') + 1);
    }

    public StrategyInfo info() {
        return info;
    }

    /** Whether the strategy holds the HTTP thread of its request. */
    public boolean blocksHttpThread() {
        return Strategy.Blocking.class.isAssignableFrom(type);
    }

    /**
     * The pools of the article.
     *
     * @param httpThreads stands in where the article's only bound was the server's own pool
     * @return empty if no article published this strategy
     */
    public Optional<Budget> publishedBudget(int httpThreads, int maxInFlight) {
        if (info.publishedIo() == 0) {
            return Optional.empty();
        }
        int io = info.publishedIo() == StrategyInfo.HTTP_THREADS ? httpThreads : info.publishedIo();
        int cpu = info.publishedCpu() == StrategyInfo.HTTP_THREADS ? httpThreads : info.publishedCpu();
        return Optional.of(new Budget(io, cpu, maxInFlight));
    }

    /** The threads that a request passes through, for queueing models. */
    public Topology topology(Budget budget, Shape shape) {
        return topology.apply(budget, shape).withHttpThreadBlocked(blocksHttpThread());
    }

    /** Builds a strategy; the caller closes it. */
    public Strategy create(Budget budget, Shape shape) {
        return factory.apply(budget, shape);
    }

    @Override
    public String toString() {
        return name();
    }
}
