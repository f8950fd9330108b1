package io.birdseye.planning.advice;

import io.birdseye.planning.advice.StrategyMenu.Option;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the first strategy on the menu that meets the objective when it has all the threads it could want. What fails
 * even then, no pool helps; what meets it, needs nothing more clever.
 */
final class StrategyChoice {

    /** A strategy that can meet the objective, and what it gives with pools without limit. */
    record Choice(Option option, SimulationResult unlimited, String why) {}

    private final StrategyMenu menu;
    private final Trials trials;
    private final int cores;
    private final double p99Ms;

    StrategyChoice(StrategyMenu menu, Trials trials, int cores, double p99Ms) {
        this.menu = menu;
        this.trials = trials;
        this.cores = cores;
        this.p99Ms = p99Ms;
    }

    /**
     * The first strategy that can.
     *
     * @param withoutThreads whether only strategies are wanted whose calls hold no thread
     * @return empty if none on the menu meets the objective
     */
    Optional<Choice> first(boolean withoutThreads) {
        List<String> passedOver = new ArrayList<>();
        for (Option option : menu.with(PoolSearch.LARGEST, cores)) {
            if (withoutThreads && option.threadPerCall()) {
                continue;
            }
            SimulationResult unlimited = trials.of(option.topology(), ServiceModel.UNBOUNDED);
            if (Trials.meets(unlimited, p99Ms)) {
                return Optional.of(new Choice(option, unlimited, why(option, passedOver, withoutThreads)));
            }
            passedOver.add(Say.format(
                    "'%s' (p99 %s)", option.name(), Say.ms(Trials.steadyMs(unlimited, unlimited.p99Ms()))));
        }
        return Optional.empty();
    }

    private static String why(Option chosen, List<String> passedOver, boolean withoutThreads) {
        StringBuilder why = new StringBuilder("It is the first on the list that meets the objective");
        if (withoutThreads) {
            why.append(" without a thread for each call on the wire, of which there would be too many");
        }
        if (!passedOver.isEmpty()) {
            why.append("; with all the threads they could want, these do not: ").append(String.join(", ", passedOver));
        }
        why.append(". ");
        if (chosen.topology().callsInTurn()) {
            why.append("Calls one after the other are quick enough here, and nothing is easier to read and to debug.");
        } else if (chosen.topology().cpuOnIoThreads()) {
            why.append("Its calls start together. Calls and combinations share one pool, so each waits for the other.");
        } else {
            why.append("Its calls start together, and waiting and computing do not take threads from one another.");
        }
        return why.toString();
    }
}
