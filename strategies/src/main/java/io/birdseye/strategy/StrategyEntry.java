package io.birdseye.strategy;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Format;
import io.birdseye.model.Topology;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

public final class StrategyEntry {

    private final Class<? extends Strategy> type;
    private final BiFunction<Budget, Shape, ? extends Strategy> factory;
    private final BiFunction<Budget, Shape, Topology> topology;
    private final StrategyInfo info;

    private StrategyEntry(
            Class<? extends Strategy> type, BiFunction<Budget, Shape, ? extends Strategy> factory,
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

    /** A strategy that is built for fan-outs of one shape. */
    public static <S extends Strategy> StrategyEntry of(Class<S> type, BiFunction<Budget, Shape, S> factory) {
        return new StrategyEntry(type, factory, StrategyEntry::twoPools);
    }

    /** The same strategy with another topology than {@link Topology#twoPools}. */
    public StrategyEntry with(BiFunction<Budget, Shape, Topology> otherTopology) {
        return new StrategyEntry(type, factory, otherTopology);
    }

    /** The same strategy, which runs calls and combinations in one pool. */
    public StrategyEntry inOnePool() {
        return with((budget, shape) -> Topology.twoPools(budget).withCpuOnIoThreads());
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

    /** Why this JVM cannot run the strategy: its library needs a later JDK. Empty if it can. */
    public Optional<String> whyNotHere() {
        int here = Runtime.version().feature();
        return here >= info.leastJdk()
                ? Optional.empty() : Optional.of("it needs JDK " + info.leastJdk() + " or later; this is JDK " + here);
    }

    public boolean blocksHttpThread() {
        return Strategy.Blocking.class.isAssignableFrom(type);
    }

    /** The article's pool sizes, the HTTP threads where its only bound was the server; empty if there is no article. */
    public Optional<Budget> publishedBudget(int httpThreads, int maxInFlight) {
        if (info.publishedIo() == 0) {
            return Optional.empty();
        }
        int io = info.publishedIo() == StrategyInfo.HTTP_THREADS ? httpThreads : info.publishedIo();
        int cpu = info.publishedCpu() == StrategyInfo.HTTP_THREADS ? httpThreads : info.publishedCpu();
        return Optional.of(new Budget(io, cpu, maxInFlight));
    }

    /** The threads that a request passes through: the input of queueing models. */
    public Topology topology(Budget budget, Shape shape) {
        return topology.apply(budget, shape).withHttpThreadBlocked(blocksHttpThread())
                .withWaiter(Format.label(info.waiter()));
    }

    /** How many threads its {@link StrategyInfo#pools() pools} have together, at most. */
    public int threads(Budget budget) {
        return threadsByPool(budget).values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The name of each pool's threads, and how many there are at most. */
    public Map<String, Integer> threadsByPool(Budget budget) {
        Map<String, Integer> threads = new LinkedHashMap<>();
        for (StrategyInfo.Pool pool : info.pools()) {
            int io = pool.io() ? budget.ioConcurrency() : 0;
            int cpu = pool.cpu() ? budget.cpuConcurrency() : 0;
            threads.put(pool.name(), io + cpu + pool.more());
        }
        return threads;
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
