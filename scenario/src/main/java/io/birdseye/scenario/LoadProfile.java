package io.birdseye.scenario;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Load.Model;
import java.time.Duration;
import java.util.List;

/** The load over time: one phase after another. A trial holds one level; the simulation follows the phases. */
public record LoadProfile(Model model, Arrivals arrivals, List<Phase> phases) {

    /**
     * A part of the load.
     *
     * @param to the level at its end; the same for a constant load
     * @param steps in how many equal steps the level goes there, or 0 for a ramp without steps
     * @param lasting how long it takes, or zero to leave that to the command
     */
    public record Phase(double from, double to, int steps, Duration lasting) {

        public boolean constant() {
            return from == to;
        }
    }

    public LoadProfile {
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("a load needs at least one phase");
        }
    }

    public double peak() {
        return phases.stream().mapToDouble(phase -> Math.max(phase.from(), phase.to())).max().orElseThrow();
    }
}
