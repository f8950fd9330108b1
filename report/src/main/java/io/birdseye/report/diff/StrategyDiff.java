package io.birdseye.report.diff;

import io.birdseye.model.Format;
import io.birdseye.report.diff.Change.Direction;
import io.birdseye.report.diff.Change.Figure;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.RatioInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Judges how one strategy changed between two results.
 *
 * @param intervals of ratios of the two results
 * @param threshold the share by which a figure must change to count; empty for anything beyond noise
 */
record StrategyDiff(RatioInterval intervals, OptionalDouble threshold) {

    /** The figures that are compared by their ratio. */
    private static final List<Tested> TESTED = List.of(
            new Tested(Figure.P50, true, true, measured -> measured.requests() == 0 ? 0 : measured.response().p50Ms()),
            new Tested(Figure.ACHIEVED, false, true, Measured::achievedPerSecond),
            new Tested(Figure.CPU, true, false, measured -> Objects.requireNonNullElse(measured.cpuMsPerAnswer(), 0.0)));

    /** How many intervals each strategy has. */
    static final int INTERVALS = TESTED.size();

    /** @param needsAnswers whether a zero means that nothing was answered; else it means that there is no figure */
    private record Tested(
            Figure figure, boolean lessIsBetter, boolean needsAnswers, ToDoubleFunction<Measured> value) {}

    /** All that can be said; invalid blocks have no say. */
    List<Change> changes(DiffSide old, DiffSide now) {
        Change standing = standing(old, now);
        if (old.counted().isEmpty() || now.counted().isEmpty()) {
            return List.of(standing);
        }
        List<Change> changes = new ArrayList<>(List.of(standing, errors(old, now)));
        TESTED.forEach(tested -> change(tested, old, now).ifPresent(changes::add));
        return changes;
    }

    private static Change standing(DiffSide old, DiffSide now) {
        for (DiffSide side : List.of(old, now)) {
            if (side.judged().isEmpty()) {
                return Change.of(old.strategy(), Figure.KEPT_UP, Direction.CANNOT_TELL, side.whyNotJudged());
            }
        }
        int better = old.worst().grade().compareTo(now.worst().grade());
        String change = "first " + old.worst().grade().words() + ", now " + now.standing();
        return Change.of(old.strategy(), Figure.KEPT_UP, direction(better), better == 0 ? now.standing() : change);
    }

    private static Change errors(DiffSide old, DiffSide now) {
        long before = old.errors();
        long after = now.errors();
        // More or fewer of them show in the achieved rate, whose noise is known.
        int better = Boolean.compare(old.tooManyErrors(), now.tooManyErrors());
        return Change.of(old.strategy(), Figure.ERRORS, direction(better), before + after == 0
                ? ""
                : Format.count(after, "error") + " in " + Format.count(now.requests(), "request") + ", before " + before + " in "
                        + Format.count(old.requests(), "request")
                        + (better == 0 ? "" : "; at most " + Format.smallPercent(better > 0 ? old.mostErrors() : now.mostErrors()) + " may be"));
    }

    private Optional<Change> change(Tested tested, DiffSide old, DiffSide now) {
        double[] before = old.figures(tested.value());
        double[] after = now.figures(tested.value());
        int silentBefore = zeros(before);
        int silentNow = zeros(after);
        boolean none = silentBefore == before.length || silentNow == after.length;
        if (none && !tested.needsAnswers()) {
            return Optional.empty();
        }
        if (tested.needsAnswers() && (none || silentBefore == 0 && silentNow > 0)) {
            boolean always = silentBefore == before.length && silentNow == after.length;
            return Optional.of(Change.of(old.strategy(), tested.figure(),
                    direction(always ? 0 : silentBefore == before.length ? 1 : -1),
                    "no answer in " + silentNow + " of " + Format.count(after.length, "block") + ", before in "
                            + silentBefore + " of " + before.length));
        }
        return Optional.of(ratio(tested, old.strategy(), positive(before), positive(after)));
    }

    private Change ratio(Tested tested, String strategy, double[] before, double[] after) {
        double ratio = RatioInterval.ratio(after, before);
        Interval interval = before.length > 1 && after.length > 1 ? intervals.between(after, before) : null;
        if (interval == null && threshold.isEmpty()) {
            return new Change(strategy, tested.figure(), ratio, null, Direction.CANNOT_TELL,
                    "a single block has no interval; measure with --blocks, or give a --threshold");
        }
        boolean beyond = (interval == null ? new Interval(ratio, ratio) : interval)
                .isBeyond(threshold.orElse(Ranking.MARGIN));
        Direction direction = !beyond ? Direction.NO_DIFFERENCE : direction(ratio < 1 == tested.lessIsBetter() ? 1 : -1);
        return new Change(strategy, tested.figure(), ratio, interval, direction,
                interval == null ? "by the threshold alone, from a single block" : "");
    }

    private static Direction direction(int better) {
        return better == 0 ? Direction.NO_DIFFERENCE : better > 0 ? Direction.BETTER : Direction.WORSE;
    }

    private static int zeros(double[] figures) {
        return figures.length - positive(figures).length;
    }

    private static double[] positive(double[] figures) {
        return Arrays.stream(figures).filter(figure -> figure > 0).toArray();
    }
}
