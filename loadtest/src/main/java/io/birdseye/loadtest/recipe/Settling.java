package io.birdseye.loadtest.recipe;

import java.util.ArrayList;
import java.util.List;

/** Judges whether a cost that falls while a program warms up has reached its level. */
final class Settling {

    private static final int STEPS = 3;
    private static final double NEAR = 1.15;

    private final List<Long> costs = new ArrayList<>();

    /** @param cost of a request in the step that has just ended */
    void note(long cost) {
        costs.add(cost);
    }

    /** Whether each of the last steps cost at most 15 % more than the cheapest of all: noise goes up, warming goes down. */
    boolean settled() {
        if (costs.size() <= STEPS) {
            return false;
        }
        long cheapest = costs.stream().mapToLong(Long::longValue).min().orElseThrow();
        return costs.subList(costs.size() - STEPS, costs.size()).stream().allMatch(cost -> cost <= cheapest * NEAR);
    }
}
