package io.birdseye.planning.advice;

import io.birdseye.model.Topology;
import java.util.List;

/** The strategies to choose from. */
@FunctionalInterface
public interface StrategyMenu {

    /**
     * One strategy with the pools it would be given.
     *
     * @param threadPerCall whether a call on the wire holds a thread
     */
    record Option(String name, Topology topology, boolean threadPerCall) {}

    /** All strategies with so many calls and combinations at once, the simplest first: of equals it is preferred. */
    List<Option> with(int io, int cpu);

    /**
     * The threads of one strategy.
     *
     * @throws IllegalArgumentException if it is not on the menu
     */
    default Topology topology(String name, int io, int cpu) {
        return with(io, cpu).stream()
                .filter(option -> option.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not on the menu"))
                .topology();
    }

    /** The four ways that strategies of any library come down to. */
    static StrategyMenu shapes() {
        return (io, cpu) -> List.of(
                new Option("sequential", new Topology(true, true, io, List.of(), cpu, List.of(), false), true),
                new Option("parallel calls, HTTP thread waits", new Topology(
                        false, true, io, List.of(), cpu, List.of(), false), true),
                new Option("parallel calls, response suspended, one pool", new Topology(
                        false, false, io, List.of(), cpu, List.of(), true), true),
                new Option("parallel calls, response suspended, pools apart", new Topology(
                        false, false, io, List.of(), cpu, List.of(), false), true));
    }
}
