package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.model.Format;

/**
 * What one phase of an open load has brought.
 *
 * @param throughput right answers per second, late ones too
 * @param goodput right answers per second that came in time to be of use
 * @param refused requests that the service did not admit
 * @param allInTime whether all requests had a right answer in time
 */
public record PhaseFigures(
        double offered, double throughput, double goodput, double p50Ms, double p99Ms, long refused, boolean allInTime) {

    private static final String REFUSED = "503";

    /** @param inTime right answers in time */
    static PhaseFigures of(LoadSummary phase, long inTime) {
        return new PhaseFigures(
                phase.planned() / phase.seconds(),
                phase.ok() / phase.seconds(),
                inTime / phase.seconds(),
                phase.response().p50Ms(),
                phase.response().p99Ms(),
                phase.errorsByKind().getOrDefault(REFUSED, 0L),
                inTime == phase.planned());
    }

    @Override
    public String toString() {
        return Format.text("offered %.0f/s, answered %.1f/s, useful %.1f/s, p99 of accepted %.0f ms, refused %d",
                offered, throughput, goodput, p99Ms, refused);
    }
}
