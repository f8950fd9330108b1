package io.birdseye.fanout;

import java.util.List;

/**
 * How many groups a fan-out has, and how many calls each group has. A strategy whose topology is fixed at its start,
 * such as a disruptor, needs to know it in advance.
 */
public record Shape(List<Integer> callsPerGroup) {

    /** The main case: two groups of two calls. */
    public static final Shape TWO_BY_TWO = of(2, 2);

    public Shape {
        callsPerGroup = List.copyOf(callsPerGroup);
        if (callsPerGroup.isEmpty() || callsPerGroup.stream().anyMatch(calls -> calls < 1)) {
            throw new IllegalArgumentException(
                    "a fan-out needs at least one group and one call in each, but the calls per group are "
                            + callsPerGroup);
        }
    }

    public static Shape of(Integer... callsPerGroup) {
        return new Shape(List.of(callsPerGroup));
    }

    public int groups() {
        return callsPerGroup.size();
    }

    public int calls() {
        return callsPerGroup.stream().mapToInt(Integer::intValue).sum();
    }
}
