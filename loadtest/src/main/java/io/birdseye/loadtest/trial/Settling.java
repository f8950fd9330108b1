package io.birdseye.loadtest.trial;

import java.util.ArrayList;
import java.util.List;

/** Judges whether a cost that falls while a program warms up has come to its level. */
final class Settling {

    private static final int STEPS = 3;
    private static final double NEAR = 1.15;

    private final List<Long> costs = new ArrayList<>();

    /** @param cost of the step that has just ended; all steps do the same work */
    void note(long cost) {
        costs.add(cost);
    }

    /** Whether none of the last steps was much dearer than the cheapest of all: noise goes up, warming goes down. */
    boolean settled() {
        if (costs.size() <= STEPS) {
            return false;
        }
        long cheapest = costs.stream().mapToLong(Long::longValue).min().orElseThrow();
        return costs.subList(costs.size() - STEPS, costs.size()).stream().allMatch(cost -> cost <= cheapest * NEAR);
    }
}
