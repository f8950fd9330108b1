package io.birdseye.planning.advice;

import io.birdseye.model.Topology;
import java.util.List;

/** The strategies to choose from. */
@FunctionalInterface
public interface StrategyMenu {

    /** A strategy, its topology for given pools, and why it stands at its place, as the end of a sentence. */
    record Option(String name, Topology topology, boolean threadPerCall, String simplicity) {}

    /** All strategies for pools of these sizes, the simplest first. */
    List<Option> with(int io, int cpu);

    /** @throws IllegalArgumentException if it is not on the menu */
    default Topology topology(String name, int io, int cpu) {
        return with(io, cpu).stream()
                .filter(option -> option.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not on the menu"))
                .topology();
    }
}
