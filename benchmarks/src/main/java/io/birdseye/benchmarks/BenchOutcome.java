package io.birdseye.benchmarks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one bench.
 *
 * @param measuredAt when it began, in UTC
 * @param loadBefore the system's load average of one minute at that time; above half of the cores, other programs were
 *     at work
 * @param stolenShare of all cores' time that a hypervisor gave to other machines; null where the system does not tell
 * @param othersShare of all cores' time that other programs of this machine took; null where the system does not tell
 * @param quick measured less and for a shorter time
 * @param failure why it measured nothing, or empty
 */
record BenchOutcome(
        String bench,
        String what,
        String measuredAt,
        double loadBefore,
        @Nullable Double stolenShare,
        @Nullable Double othersShare,
        boolean quick,
        double seconds,
        List<Figure> figures,
        String failure) {

    BenchOutcome {
        figures = List.copyOf(figures);
    }

    boolean met() {
        return failure.isEmpty() && figures.stream().allMatch(Figure::met);
    }
}
