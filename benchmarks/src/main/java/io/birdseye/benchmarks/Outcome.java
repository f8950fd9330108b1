package io.birdseye.benchmarks;

import java.util.List;

/**
 * What one bench has brought.
 *
 * @param failure why it brought nothing, or empty
 */
public record Outcome(String bench, String what, double seconds, List<Figure> figures, String failure) {

    public Outcome {
        figures = List.copyOf(figures);
    }

    boolean met() {
        return failure.isEmpty() && figures.stream().allMatch(Figure::met);
    }
}
