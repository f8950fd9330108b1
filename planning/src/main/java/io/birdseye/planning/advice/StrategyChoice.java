package io.birdseye.planning.advice;

import io.birdseye.planning.advice.StrategyMenu.Option;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the first strategy on the menu that meets the objective with unlimited pools. If a strategy fails even then, no
 * pool size helps it; the first that meets it is preferred to more complex ones.
 */
final class StrategyChoice {

    /** A strategy that can meet the objective, and its figures with unlimited pools. */
    record Choice(Option option, SimulationResult unlimited, String why) {}

    private final StrategyMenu menu;
    private final SimulatedTrials trials;
    private final int cores;
    private final double p99Ms;

    StrategyChoice(StrategyMenu menu, SimulatedTrials trials, int cores, double p99Ms) {
        this.menu = menu;
        this.trials = trials;
        this.cores = cores;
        this.p99Ms = p99Ms;
    }

    /**
     * The first strategy that meets the objective.
     *
     * @param withoutThreads whether to consider only strategies whose calls hold no thread
     * @return empty if no strategy on the menu meets the objective
     */
    Optional<Choice> first(boolean withoutThreads) {
        List<String> passedOver = new ArrayList<>();
        for (Option option : menu.with(PoolSearch.LARGEST, cores)) {
            if (withoutThreads && option.threadPerCall()) {
                continue;
            }
            SimulationResult unlimited = trials.of(option.topology());
            if (SimulatedTrials.meets(unlimited, p99Ms)) {
                return Optional.of(new Choice(option, unlimited, why(option, passedOver, withoutThreads)));
            }
            double p99 = SimulatedTrials.steadyMs(unlimited, unlimited.p99Ms());
            passedOver.add("'" + option.name() + "' (p99 " + SimulatedTrials.describe(p99) + ")");
        }
        return Optional.empty();
    }

    private static String why(Option chosen, List<String> passedOver, boolean withoutThreads) {
        StringBuilder why = new StringBuilder("It is the first on the list that meets the objective");
        if (withoutThreads) {
            why.append(" without a thread for each call in progress, which would be too many threads");
        }
        if (!passedOver.isEmpty()) {
            why.append("; these do not meet it even with unlimited pools: ").append(String.join(", ", passedOver));
        }
        why.append(". ");
        if (chosen.topology().callsInTurn()) {
            why.append("Calls one after the other are fast enough here, and are the easiest to read and to debug.");
        } else if (chosen.topology().cpuOnIoThreads()) {
            why.append("Its calls run in parallel. Calls and combinations share one pool, so each may wait for the other.");
        } else {
            why.append("Its calls run in parallel, and calls and combinations have separate threads.");
        }
        return why.toString();
    }
}
