package io.birdseye.benchmarks;

import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
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
 * @param effort with which it was measured; quick is a direction and not a result
 * @param failure why it measured nothing, or empty
 */
record BenchOutcome(
        String bench,
        String what,
        String measuredAt,
        double loadBefore,
        @Nullable Double stolenShare,
        @Nullable Double othersShare,
        Effort effort,
        double seconds,
        List<Figure> figures,
        String failure) {

    BenchOutcome {
        figures = List.copyOf(figures);
    }

    /** A promise that is missed decides before one that could not be measured. */
    Exit exit() {
        Exit measured = failure.isEmpty() ? Exit.FINE : Exit.CANNOT_TELL;
        return figures.stream()
                .filter(figure -> !figure.met())
                .map(figure -> Double.isNaN(figure.measured()) ? Exit.CANNOT_TELL : Exit.CONDITION_FAILED)
                .reduce(measured, Exit::and);
    }
}
