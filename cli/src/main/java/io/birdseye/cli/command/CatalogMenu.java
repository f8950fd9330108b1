package io.birdseye.cli.command;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.planning.advice.StrategyMenu;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.report.table.Simplicity;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Strategies of these names, or all, for planning: the simplest first, with the topology for this shape. */
public record CatalogMenu(Strategies strategies, List<String> names, Shape shape) implements StrategyMenu {

    /** The topology depends on the pools only, so this number does not matter. */
    private static final int MAX_IN_FLIGHT = 1_000_000;

    public CatalogMenu {
        names = List.copyOf(names);
    }

    /** All strategies, the simplest first. */
    public static Simplicity simplicity(Strategies strategies) {
        Map<String, String> why = new LinkedHashMap<>();
        simplestFirst(strategies).forEach(entry -> why.put(entry.name(), entry.info().simplicity().why()));
        return new Simplicity(why);
    }

    private static Stream<StrategyEntry> simplestFirst(Strategies strategies) {
        return strategies.all().stream().sorted(Comparator.comparingInt(entry -> entry.info().simplicity().rank()));
    }

    @Override
    public List<Option> with(int io, int cpu) {
        Budget budget = new Budget(io, cpu, MAX_IN_FLIGHT);
        return simplestFirst(strategies)
                .filter(entry -> names.isEmpty() || names.contains(entry.name()))
                .map(entry -> new Option(
                        entry.name(), entry.topology(budget, shape), holdsThreads(entry),
                        entry.info().simplicity().why()))
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
