package io.birdseye.cli.command;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.planning.advice.StrategyMenu;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * The strategies that there are, for planning: the published ones first, in the order of the article, then what one
 * would write today.
 *
 * @param entries in the order of preference
 * @param shape of the fan-out that they would serve
 */
record CatalogMenu(List<StrategyEntry> entries, Shape shape) implements StrategyMenu {

    /** Only pools decide on a topology; nothing waits for this many. */
    private static final int QUEUE = 1_000_000;

    CatalogMenu {
        entries = List.copyOf(entries);
    }

    static CatalogMenu of(Strategies strategies, List<String> names, Shape shape) {
        return new CatalogMenu(
                strategies.all().stream()
                        .filter(entry -> names.isEmpty() || names.contains(entry.name()))
                        .toList(),
                shape);
    }

    @Override
    public List<Option> with(int io, int cpu) {
        return entries.stream()
                .map(entry -> new Option(entry.name(), entry.topology(new Budget(io, cpu, QUEUE), shape), holdsThreads(entry)))
                .toList();
    }

    /** Whether a waiting call holds a thread of the operating system. */
    private static boolean holdsThreads(StrategyEntry entry) {
        return switch (entry.info().waiter()) {
            case HTTP_THREAD, POOL_THREAD -> true;
            case NOBODY, VIRTUAL_THREAD -> false;
        };
    }
}
