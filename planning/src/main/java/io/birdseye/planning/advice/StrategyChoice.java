package io.birdseye.planning.advice;

import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.advice.Advice.StrategyOutlook;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a strategy: of those that meet the objective and are not told apart from the best, the first on the menu.
 *
 * @param alike by which factor two p99 may differ and still count as equal
 * @param manyThreads from which pool size on a thread for each call is no longer recommended if there is a choice
 */
record StrategyChoice(
        List<StrategyMenu.Option> menu, List<StrategyOutlook> outlooks, double alike, int manyThreads) {

    @Nullable Recommendation recommend(int io, int cpu, int queue, int httpThreads, SimulationResult result) {
        double best = outlooks.stream()
                .filter(StrategyOutlook::meetsObjective)
                .mapToDouble(StrategyOutlook::p99Ms)
                .min()
                .orElse(Double.NaN);
        List<StrategyMenu.Option> good = menu.stream()
                .filter(option -> outlook(option).meetsObjective() && outlook(option).p99Ms() <= best * alike)
                .toList();
        if (good.isEmpty()) {
            return null;
        }
        boolean tooMany = io > manyThreads;
        StrategyMenu.Option chosen = good.stream()
                .filter(option -> !tooMany || !option.threadPerCall())
                .findFirst()
                .orElse(good.getFirst());
        return new Recommendation(
                chosen.name(),
                why(chosen, good.size(), tooMany),
                io,
                cpu,
                queue,
                chosen.topology().blocksHttpThread() ? httpThreads : cpu,
                result.p50Ms().mean(),
                outlook(chosen).p99Ms());
    }

    private StrategyOutlook outlook(StrategyMenu.Option option) {
        return outlooks.stream()
                .filter(outlook -> outlook.name().equals(option.name()))
                .findFirst()
                .orElseThrow();
    }

    private String why(StrategyMenu.Option chosen, int good, boolean tooMany) {
        StringBuilder why = new StringBuilder();
        if (good == 1) {
            why.append("no other one is as quick with these pools");
        } else {
            why.append(Say.format(
                    "%s strategies meet the objective within %s of one another, and this is the simplest of them",
                    Say.number(good), Say.percent(alike - 1)));
        }
        if (chosen.topology().callsInTurn()) {
            why.append("; calls one after the other are quick enough here, and nothing is easier to read and to debug");
        } else if (!chosen.topology().cpuOnIoThreads()) {
            why.append("; its calls start together, and waiting and computing do not take threads from one another");
        }
        if (tooMany) {
            why.append(chosen.threadPerCall()
                    ? Say.format("; mind that %s threads want about 1 MB of address space each", Say.number(outlooksIo()))
                    : "; its calls hold no thread, which counts with so many on the wire");
        }
        return why.append('.').toString();
    }

    private int outlooksIo() {
        return menu.getFirst().topology().ioThreads();
    }
}
