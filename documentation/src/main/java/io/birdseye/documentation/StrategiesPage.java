package io.birdseye.documentation;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import io.birdseye.strategy.StrategyInfo.Limit;
import io.birdseye.strategy.StrategyInfo.Origin;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What {@code strategies.jte} says of a strategy in {@code docs/reference/strategies.md}. */
record StrategiesPage(Strategies strategies) {

    private static final Budget BUDGET = new Budget(8, 2, 64);
    static final int BIRDSEYES_JDK = 25;

    List<StrategyEntry> of(Origin origin) {
        return Stream.concat(strategies.all().stream(), strategies.onLaterJdks().stream())
                .filter(entry -> entry.info().origin() == origin)
                .sorted(StrategiesPage::inOrder)
                .toList();
    }

    /** Published ones in the order of the article; the others by name, because their modules come in any order. */
    private static int inOrder(StrategyEntry a, StrategyEntry b) {
        return a.info().origin() == Origin.PUBLISHED ? 0 : a.name().compareTo(b.name());
    }

    static Topology topology(StrategyEntry entry) {
        return entry.topology(BUDGET, Shape.TWO_BY_TWO);
    }

    static String cost(StrategyEntry entry) {
        Topology topology = topology(entry);
        String calls = topology.callsInTurn() ? "the sum of its calls" : "its slowest call";
        String threads = switch (entry.info().waiter()) {
            case NOBODY -> "no thread while they wait";
            case HTTP_THREAD, POOL_THREAD -> "a thread for each call that waits";
            case VIRTUAL_THREAD -> "a virtual thread for each call that waits";
        };
        String http = entry.blocksHttpThread() ? ", and its HTTP thread throughout" : "";
        String mixed = topology.cpuOnIoThreads() ? "; combinations take the threads that calls need" : "";
        return "the time of " + calls + ", " + threads + http + mixed + ".";
    }

    static String pools(StrategyInfo info) {
        return info.pools().length == 0
                ? "none."
                : Stream.of(info.pools())
                        .map(pool -> "`%s` (%s)".formatted(pool.name(), size(pool)))
                        .collect(Collectors.joining(", ", "", "."));
    }

    private static String size(StrategyInfo.Pool pool) {
        String sum = Stream.of(
                        pool.io() ? "I/O budget" : "", pool.cpu() ? "CPU budget" : "",
                        pool.more() > 0 ? Integer.toString(pool.more()) : "")
                .filter(term -> !term.isEmpty())
                .collect(Collectors.joining(" + "));
        return pool.remark().isEmpty() ? sum : sum + ", " + pool.remark();
    }

    static String published(int threads) {
        return threads == StrategyInfo.HTTP_THREADS ? "the HTTP threads" : String.valueOf(threads);
    }

    static String client(StrategyInfo info) {
        return switch (info.waiter().client()) {
            case BLOCKING -> "blocking";
            case NON_BLOCKING -> "non-blocking";
        };
    }

    static String limits(StrategyInfo info) {
        return Stream.of(info.limits()).map(StrategiesPage::limit).collect(Collectors.joining("; "));
    }

    private static String limit(Limit limit) {
        return switch (limit) {
            case ENDS_IN_TURN -> "end a request at once that is given up in its queue";
            case HEAD_OF_LINE_BLOCKING -> "send an answer while a client reads another one slowly";
            case LOAD_SHEDDING -> "admit as many requests as its max in flight allows";
            case HIDDEN_DEFAULT -> "use its whole I/O budget";
        };
    }

    static String title(Origin origin) {
        return switch (origin) {
            case PUBLISHED -> "As published";
            case REPAIRED -> "Published ones, repaired";
            case TODAY -> "What one would write today";
        };
    }
}
