package io.birdseye.scenario;

import java.time.Duration;
import java.util.List;

/**
 * What is sent, phase after phase.
 *
 * @param model whether levels are requests per second or users
 * @param arrivals how requests of an open load follow one another
 * @param phases at least one
 */
public record Load(Model model, Arrivals arrivals, List<Phase> phases) {

    /** Who decides when the next request is sent. */
    public enum Model {
        /** Arrivals do not wait for answers; a level is requests per second. */
        OPEN,
        /** A user waits for the answer before asking again; a level is a number of users. */
        CLOSED
    }

    /** How requests of an open load are spread. */
    public enum Arrivals {
        /** At equal distances. */
        CONSTANT,
        /** At random, as from many independent users. */
        POISSON
    }

    /**
     * A stretch of time.
     *
     * @param from the level at its start
     * @param to the level at its end; the same for a constant load
     * @param steps in how many equal steps the level goes there, or 0 for a ramp without steps
     * @param lasting how long it takes, or zero to leave that to the command
     */
    public record Phase(double from, double to, int steps, Duration lasting) {

        /** Whether the level stays the same. */
        public boolean constant() {
            return from == to;
        }
    }

    public Load {
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("a load needs at least one phase");
        }
    }

    /** The highest level of all phases. */
    public double peak() {
        return phases.stream()
                .mapToDouble(phase -> Math.max(phase.from(), phase.to()))
                .max()
                .orElseThrow();
    }
}
