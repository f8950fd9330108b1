package io.birdseye.report.result;

import org.jspecify.annotations.Nullable;

/**
 * How far the instruments of a trial may be off before it says nothing of the service. {@code docs/explanation/method.md} gives the
 * reason for each default; all are chosen so that a quiet machine of two cores, shared by service, injector and mock,
 * stays within them.
 *
 * @param maxMockDelayErrorP99Ms how far the delay of an upstream may be from what was asked for
 * @param maxOthersShare the share of the cores' time that programs other than Birdseye's may take
 * @param maxErrorShare the share of a row's requests that may have no right answer if its response times are to be compared: no
 *     matter of instruments, but a bound like them; null in results that are older, see {@link #mostErrors}
 */
public record ValidityBounds(
        double maxStartLagP99Ms, double minSentShare, double maxInjectorCpuShare, double maxMockCpuShare,
        double maxMockDelayErrorP99Ms, double maxStolenShare, double maxOthersShare, double maxStartSpreadMs,
        @Nullable Double maxErrorShare) {

    /** The default of {@link #maxErrorShare}. */
    public static final double MAX_ERRORS = 0.001;

    /** The default of {@link #maxOthersShare}. */
    public static final double MAX_OTHERS = 0.05;

    /** The default of {@link #maxStartSpreadMs}. */
    public static final double MAX_SPREAD_MS = 5;

    /** What holds where nobody asks for something else. */
    public static final ValidityBounds DEFAULT = new ValidityBounds(50, 0.99, 0.25, 0.25, 50, 0.02, MAX_OTHERS);

    public ValidityBounds {
        requireTime("maxStartLagP99Ms", maxStartLagP99Ms);
        requireShare("minSentShare", minSentShare);
        requireShare("maxInjectorCpuShare", maxInjectorCpuShare);
        requireShare("maxMockCpuShare", maxMockCpuShare);
        requireTime("maxMockDelayErrorP99Ms", maxMockDelayErrorP99Ms);
        requireShare("maxStolenShare", maxStolenShare);
        requireShare("maxOthersShare", maxOthersShare);
        requireTime("maxStartSpreadMs", maxStartSpreadMs);
        requireShare("maxErrorShare", maxErrorShare == null ? MAX_ERRORS : maxErrorShare);
    }

    public double mostErrors() {
        return maxErrorShare == null ? MAX_ERRORS : maxErrorShare;
    }

    /** With the defaults of the spread of starts and of errors. */
    public ValidityBounds(
            double maxStartLagP99Ms, double minSentShare, double maxInjectorCpuShare, double maxMockCpuShare,
            double maxMockDelayErrorP99Ms, double maxStolenShare, double maxOthersShare) {
        this(maxStartLagP99Ms, minSentShare, maxInjectorCpuShare, maxMockCpuShare, maxMockDelayErrorP99Ms, maxStolenShare,
                maxOthersShare, MAX_SPREAD_MS, MAX_ERRORS);
    }

    private static void requireTime(String name, double ms) {
        if (!(ms >= 0)) {
            throw new IllegalArgumentException(name + " must be 0 ms or more, but is " + ms);
        }
    }

    private static void requireShare(String name, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(name + " must lie between 0 and 1, but is " + share);
        }
    }
}
