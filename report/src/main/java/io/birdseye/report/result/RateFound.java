package io.birdseye.report.result;

import io.birdseye.model.Objective;
import io.birdseye.report.statistics.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The highest rate at which an objective holds, as one process found it.
 *
 * @param perSecond also that of the interval; of a rate that was not searched for further, the highest one that was offered
 * @param lowPerSecond the end of an interval that tells of this process alone: processes differ by more
 * @param windows in the order in which they were offered, those of the ramp first
 * @param beyond what more than that rate did; null where it was not offered
 * @param idleMegabytes resident memory of the service before the search; null where it is not known
 */
public record RateFound(
        Objective objective, Kind kind, double perSecond, double lowPerSecond, double highPerSecond, List<Window> windows,
        @Nullable Beyond beyond, @Nullable Double idleMegabytes) {

    /** Of the rate that is found, where the window is measured that tells what a request costs. */
    public static final double COST_AT = 0.8;

    /** With this begins the reason of a trial that found that its objective holds at no rate: an answer, and no failure. */
    public static final String NOWHERE = "it meets ";

    /** {@code AT_LEAST} where the objective held at the highest rate that could be offered. */
    public enum Kind { FOUND, AT_LEAST }

    public RateFound {
        windows = List.copyOf(windows);
    }

    /** Whether this reason says that an objective holds at no rate. */
    public static boolean meetsNowhere(@Nullable String reason) {
        return reason != null && reason.startsWith(NOWHERE);
    }

    /** Whether it carries more, nobody knows how much: no higher rate could be offered, or what was offered beyond it was carried, too. */
    public boolean atLeast() {
        return kind == Kind.AT_LEAST || beyond != null && beyond.during().lateShare() <= objective.lateShare();
    }

    /** What this process carries; without an end where it is more. Processes differ by more, so where two meet, nothing is told apart. */
    public Interval carried() {
        return atLeast() ? new Interval(perSecond, Double.POSITIVE_INFINITY) : new Interval(lowPerSecond, highPerSecond);
    }

    public RateFound with(@Nullable Beyond above, @Nullable Double idle) {
        return new RateFound(objective, kind, perSecond, lowPerSecond, highPerSecond, windows, above, idle);
    }

    /**
     * Requests at one rate.
     *
     * @param late those that took longer than the objective, or failed
     * @param percentileMs of right answers: the percentile of the objective
     */
    public record Window(boolean ramp, double ratePerSecond, double seconds, long requests, long late, long errors, double percentileMs) {

        public double lateShare() {
            return requests == 0 ? 0 : (double) late / requests;
        }
    }

    /**
     * What more than the rate that was found did.
     *
     * @param recoverySeconds how long after it not every answer was right and in time, at half of the rate that was found; null if
     *     that had no end while it was looked at
     */
    public record Beyond(Window during, @Nullable Integer recoverySeconds) {

        /** Answers within the objective, meanwhile. */
        public double inTimePerSecond() {
            return (during.requests() - during.late()) / during.seconds();
        }
    }
}
