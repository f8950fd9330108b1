package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.result.Trial.Measured;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An open load beside what a strategy can carry, once by its times without load and once by those of one trial. Tasks
 * slow one another down under load (garbage collection, memory bandwidth, code that is not compiled yet), so the second
 * can be far below the first.
 *
 * @param rate offered, in requests per second
 * @param measured in the trial: the first one that fell behind or, if all kept up, the one with the lowest capacity
 * @param withoutLoad X_max; the CPU time in it is that of the trials where that is less
 * @param inTrial the same bound, with the task times of the trial; null if it has too few answers to tell them
 * @param cpuMsWithoutLoad CPU time of a request without load
 */
public record LoadLimits(
        double rate, Measured measured, Bound withoutLoad, @Nullable Bound inTrial, double cpuMsWithoutLoad, int kept, int blocks) {

    /** The service's answer to a request whose deadline has passed. */
    private static final String DEADLINE_PASSED = "504";

    /** Of what is predicted: within it, the difference is an error of measuring. */
    private static final double AS_PREDICTED = 0.2;

    /** Of the capacity: above it, a task that takes a third longer is enough to fall behind. */
    private static final double NEAR = 0.75;

    /** Answers below which the mean time of a task is one of the first, slow ones. */
    static final int ENOUGH_ANSWERS = 30;

    /** Of rows that kept up with more than their times let them carry. */
    static final String BEYOND = "carried more than that, so these times do not hold for the whole window.";

    /** What explains that a strategy falls behind: its bound without load, the bound in the trial, or neither. */
    enum Cause { TOPOLOGY, TRIAL, UNEXPLAINED }

    /** With the task times of the trial, as far as known. */
    Bound bound() {
        return inTrial == null ? withoutLoad : inTrial;
    }

    /** Requests per second that it can carry in the trial, as far as known. */
    double capacity() {
        return bound().perSecond();
    }

    private double least() {
        return Math.min(withoutLoad.perSecond(), capacity());
    }

    Cause cause() {
        if (least() >= rate) {
            return Cause.UNEXPLAINED;
        }
        return withoutLoad.perSecond() < rate ? Cause.TOPOLOGY : Cause.TRIAL;
    }

    /** Why it fell behind, and whether that also explains how much it answered. */
    String why() {
        return switch (cause()) {
            case TOPOLOGY -> "That it falls behind is what its topology predicts: " + limits() + " " + answered(least());
            case TRIAL -> "The task times of the trial explain why it fell behind, those without load do not: " + limits()
                    + " " + answered(least());
            case UNEXPLAINED -> "Its topology does not explain why it fell behind: " + limits();
        } + mixed();
    }

    /** That little is left of its capacity; empty where enough is. */
    Optional<String> near() {
        return inTrial == null || rate < NEAR * inTrial.perSecond()
                ? Optional.empty()
                : Optional.of("Near its limit: it kept up in " + kept + " of " + blocks + " blocks, but the rate is "
                        + shareOf(rate, inTrial.perSecond()) + " of its capacity in a trial, "
                        + Format.rate(inTrial.perSecond()) + " (" + inTrial.reason() + "). " + (inTrial.perSecond() > rate
                                ? "It falls behind when its tasks take longer by " + Format.percent(inTrial.perSecond() / rate - 1) + "."
                                : "It " + BEYOND));
    }

    private String limits() {
        return "X_max is " + Format.rate(withoutLoad.perSecond()) + " (" + withoutLoad.reason() + "); " + (inTrial == null
                ? "the trial has fewer than " + ENOUGH_ANSWERS + " answers, too few for task times of its own."
                : "with the task times of the trial it is " + Format.rate(inTrial.perSecond()) + ", "
                        + shareOf(inTrial.perSecond(), rate) + " of the rate (" + inTrial.reason() + ").");
    }

    private String answered(double predicted) {
        double achieved = measured.achievedPerSecond();
        String did = "It answered " + Format.rate(achieved) + ", ";
        if (Math.abs(achieved - predicted) <= AS_PREDICTED * predicted) {
            return did + "as predicted.";
        }
        if (achieved > predicted) {
            return did + "more than predicted, so these times do not hold for the whole window.";
        }
        String less = did + shareOf(achieved, predicted) + " of that: ";
        return 2 * measured.errorsByKind().getOrDefault(DEADLINE_PASSED, 0L) > measured.errors()
                ? less + "a backlog grew until requests reached their deadline while they waited or were being served, so"
                        + " most of the work was done for requests that were given up" + cost() + "."
                : less + "the prediction does not explain the difference.";
    }

    /** What a right answer cost; empty where there was none. */
    private String cost() {
        Double cpu = measured.cpuMsPerAnswer();
        return cpu == null || inTrial == null || !(cpu > cpuMsWithoutLoad)
                ? ""
                : " (" + Format.ms(cpu) + " of CPU for each right answer, " + Format.ms(cpuMsWithoutLoad)
                        + " without load)";
    }

    private String mixed() {
        return kept == 0 ? "" : " It kept up in " + kept + " of " + blocks + " blocks.";
    }

    private static String shareOf(double part, double whole) {
        return Double.isInfinite(part) ? "far more" : Format.percent(part / whole);
    }
}
