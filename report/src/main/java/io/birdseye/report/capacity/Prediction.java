package io.birdseye.report.capacity;

import java.util.Comparator;
import java.util.List;

/**
 * The most that a strategy can carry, and why.
 *
 * @param bounds all of them, the tightest first
 */
public record Prediction(List<Bound> bounds) {

    public Prediction {
        if (bounds.isEmpty()) {
            throw new IllegalArgumentException("a prediction needs at least one bound");
        }
        bounds = bounds.stream().sorted(Comparator.comparingDouble(Bound::perSecond)).toList();
    }

    /** The bound that is reached first. */
    public Bound binding() {
        return bounds.getFirst();
    }

    /** X_max: the highest throughput that no bound forbids. */
    public double perSecond() {
        return binding().perSecond();
    }

    /** The binding bound in words. */
    public String reason() {
        return binding().reason();
    }
}
