package io.birdseye.benchmarks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one bench has brought.
 *
 * @param measuredAt when it began, in UTC
 * @param loadBefore the system's load average of one minute at that time; above the half of the cores someone else was
 *     at work
 * @param stolenShare of all cores' time while it ran, which a hypervisor gave to other machines; null where the system
 *     does not tell
 * @param quick measured less and for a shorter time
 * @param failure why it brought nothing, or empty
 */
public record BenchOutcome(
        String bench,
        String what,
        String measuredAt,
        double loadBefore,
        @Nullable Double stolenShare,
        boolean quick,
        double seconds,
        List<Figure> figures,
        String failure) {

    public BenchOutcome {
        figures = List.copyOf(figures);
    }

    boolean met() {
        return failure.isEmpty() && figures.stream().allMatch(Figure::met);
    }
}
