package io.birdseye.report.table;

import static java.util.Objects.requireNonNull;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.capacity.SimilarBounds;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.Conclusion.Statement;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An open load beside what a strategy can carry, once by its times without load and once by those of one trial. Tasks
 * slow one another down under load (garbage collection, memory bandwidth, code that is not compiled yet), so the second
 * can be far below the first. Rows whose limits are nearly the same share a statement: with axes they are dozens.
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

    /** What explains that a strategy falls behind: its bound without load, the bound in the trial, or neither. */
    enum Cause {
        TOPOLOGY, TRIAL, UNEXPLAINED;

        private String words(boolean one) {
            return switch (this) {
                case TOPOLOGY -> (one ? "That it falls behind is what its" : "That they fall behind is what their") + " topology predicts: ";
                case TRIAL -> "The task times of the trial" + (one ? " explain why it" : "s explain why they")
                        + " fell behind, those without load do not: ";
                case UNEXPLAINED -> (one ? "Its topology does not explain why it" : "Their topology does not explain why they")
                        + " fell behind: ";
            } + "X_max is ";
        }
    }

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
        return least() >= rate ? Cause.UNEXPLAINED : withoutLoad.perSecond() < rate ? Cause.TOPOLOGY : Cause.TRIAL;
    }

    /** Why it fell behind, and whether that also explains how much it answered. */
    String why() {
        return cause().words(true) + Format.rate(withoutLoad.perSecond()) + " (" + withoutLoad.reason() + "); " + (inTrial == null
                        ? "the trial has fewer than " + ENOUGH_ANSWERS + " answers, too few for task times of its own."
                        : "with the task times of the trial it is " + Format.rate(capacity()) + ", "
                                + shareOf(capacity(), rate) + " of the rate (" + inTrial.reason() + ").")
                + (cause() == Cause.UNEXPLAINED ? "" : " " + answered(least()))
                + (kept == 0 ? "" : " It kept up in " + kept + " of " + blocks + " blocks.");
    }

    private boolean isNear() {
        return inTrial != null && rate >= NEAR * capacity();
    }

    /** That little is left of its capacity; empty where enough is. */
    Optional<String> near() {
        return !isNear() ? Optional.empty() : Optional.of("Near its limit: it kept up in " + kept + " of " + blocks
                + " blocks, but the rate is " + shareOf(rate, capacity()) + " of its capacity in a trial, " + Format.rate(capacity())
                + " (" + bound().reason() + "). It " + (capacity() > rate
                        ? "falls behind when its tasks take longer by " + Format.percent(capacity() / rate - 1) + "."
                        : beyond()));
    }

    private static String beyond() {
        return "carried more than that, so these times do not hold for the whole window.";
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
        return 2 * measured.counts().errorsByKind().getOrDefault(DEADLINE_PASSED, 0L) > measured.errors()
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

    private static String shareOf(double part, double whole) {
        return Double.isInfinite(part) ? "far more" : Format.percent(part / whole);
    }

    /**
     * On rows that did not keep up, in the order of their grades.
     *
     * @param many what rows are called
     * @param why says it of one row
     */
    static Stream<Statement> behind(List<Row> rows, String many, Function<Row, String> why) {
        Stream<Statement> limited = Stream.of(Cause.values()).flatMap(cause -> statements(
                rows.stream().filter(row -> fellBehind(row) && of(row).cause() == cause).toList(), LoadLimits::withoutLoad, why,
                alike -> alike.rows().size() + " " + many + " did not keep up, and their limits are " + apart() + ". "
                        + cause.words(false) + alike.range() + switch (cause) {
                            case TOPOLOGY -> ", " + percents(alike, limits -> limits.withoutLoad.perSecond() / limits.rate) + " of the rate";
                            case TRIAL -> "; with the task times of the trials it is "
                                    + percents(alike, limits -> limits.capacity() / limits.rate) + " of the rate";
                            case UNEXPLAINED -> "";
                        } + ". They answered " + range(alike, limits -> limits.measured.achievedPerSecond(), Format::rate) + "."));
        Stream<Statement> others = rows.stream()
                .filter(row -> !fellBehind(row))
                .sorted(Comparator.comparing(row -> row.standing().grade()))
                .map(row -> Statement.alone(why.apply(row)));
        return Stream.concat(limited, others);
    }

    /** On rows that kept up with little left. */
    static Stream<Statement> near(List<Row> kept, String many) {
        List<Row> near = kept.stream().filter(row -> row.nearLimit().isPresent()).toList();
        Stream<Statement> each = statements(near, LoadLimits::bound, row -> row.name() + ": " + row.nearLimit().orElse(""),
                alike -> alike.rows().size() + " " + many + " are near their limits, which are " + apart()
                        + ": they kept up in every block, but the rate is "
                        + percents(alike, limits -> limits.rate / limits.capacity()) + " of their capacity in a trial, "
                        + alike.range() + ". They "
                        + (alike.rows().stream().map(LoadLimits::of).allMatch(limits -> limits.capacity() <= limits.rate)
                                ? beyond()
                                : "fall behind when their tasks take longer by "
                                        + percents(alike, limits -> Math.max(0, limits.capacity() / limits.rate - 1)) + "."));
        return 2 * near.size() > kept.size() ? Stream.concat(Stream.of(Statement.alone(lowerRate(near, many))), each) : each;
    }

    /** On a slow machine the usual rate leaves no strategy any room. */
    private static String lowerRate(List<Row> near, String many) {
        double least = near.stream().map(LoadLimits::of).mapToDouble(LoadLimits::capacity).min().orElseThrow();
        return "At this rate most " + many + " that kept up are near their limits, so their times tell more of queues than of the "
                + many + " themselves. With --rate " + Math.max(1, (int) (least / 2))
                + ", half of what they can carry, each has room.";
    }

    private static Stream<Statement> statements(
            List<Row> rows, Function<LoadLimits, Bound> bound, Function<Row, String> one,
            Function<SimilarBounds<Row>, String> several) {
        return SimilarBounds.among(rows, row -> bound.apply(of(row))).stream()
                .flatMap(alike -> alike.rows().size() < Statement.TOGETHER
                        ? alike.rows().stream().map(row -> Statement.alone(one.apply(row)))
                        : Stream.of(new Statement(several.apply(alike), alike.rows().stream().map(Row::name).toList())));
    }

    private static String apart() {
        return "at most " + Format.percent(SimilarBounds.TOLERANCE) + " apart";
    }

    private static String percents(SimilarBounds<Row> alike, ToDoubleFunction<LoadLimits> share) {
        return range(alike, share, Format::percent);
    }

    private static String range(
            SimilarBounds<Row> alike, ToDoubleFunction<LoadLimits> figure, Function<Double, String> format) {
        double[] sorted = alike.rows().stream().map(LoadLimits::of).mapToDouble(figure).sorted().toArray();
        String low = format.apply(sorted[0]);
        String high = format.apply(sorted[sorted.length - 1]);
        return low.equals(high) ? low : low + " to " + high;
    }

    /** Below an open rate, of which alone limits are known. */
    private static boolean fellBehind(Row row) {
        return row.standing().grade() == Grade.FELL_BEHIND && row.limits() != null;
    }

    private static LoadLimits of(Row row) {
        return requireNonNull(row.limits(), "without an open load no limits are asked for");
    }
}
