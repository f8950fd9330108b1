package io.birdseye.benchmarks;

import java.util.List;

/**
 * What one bench has brought.
 *
 * @param measuredAt when it began, in UTC
 * @param loadBefore the system's load average of one minute at that time; above the half of the cores someone else was
 *     at work
 * @param quick measured less and for a shorter time
 * @param failure why it brought nothing, or empty
 */
public record Outcome(
        String bench,
        String what,
        String measuredAt,
        double loadBefore,
        boolean quick,
        double seconds,
        List<Figure> figures,
        String failure) {

    public Outcome {
        figures = List.copyOf(figures);
    }

    boolean met() {
        return failure.isEmpty() && figures.stream().allMatch(Figure::met);
    }
}
