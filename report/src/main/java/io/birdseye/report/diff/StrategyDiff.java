package io.birdseye.report.diff;

import io.birdseye.model.Format;
import io.birdseye.report.diff.Change.Direction;
import io.birdseye.report.diff.Change.Figure;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.BlockMean;
import io.birdseye.report.statistics.Interval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Judges how strategies changed between two results.
 *
 * @param alpha probability with which one interval may miss
 * @param open whether the load is open, so that what keeps up answers at the rate that was asked for
 */
record StrategyDiff(Diff.Rule rule, double alpha, boolean open) {

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

    /** One strategy in both results. */
    record Sides(DiffSide old, DiffSide now) {

        boolean counted() {
            return !old.counted().isEmpty() && !now.counted().isEmpty();
        }

        boolean keptUp() {
            return old.worst().keptUp() && now.worst().keptUp();
        }
    }

    /** All that can be said of each; invalid blocks have no say. */
    List<Change> changes(List<Sides> all) {
        List<Sides> counted = all.stream().filter(Sides::counted).toList();
        Map<Tested, Map<String, BlockMean>> ratios =
                TESTED.stream().collect(Collectors.toMap(tested -> tested, tested -> ratios(tested, counted)));
        return all.stream().map(sides -> changes(sides, ratios)).flatMap(Collection::stream).toList();
    }

    private List<Change> changes(Sides sides, Map<Tested, Map<String, BlockMean>> ratios) {
        List<Change> changes = new ArrayList<>(List.of(standing(sides.old(), sides.now())));
        if (sides.counted()) {
            changes.add(errors(sides.old(), sides.now()));
            TESTED.stream()
                    // The rate that was asked for is no figure of the strategy.
                    .filter(tested -> tested.figure() != Figure.ACHIEVED || !open || !sides.keptUp())
                    .forEach(tested -> change(tested, sides, ratios.getOrDefault(tested, Map.of())).ifPresent(changes::add));
        }
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

    /** New to old, of all strategies that have the figure in both. */
    private Map<String, BlockMean> ratios(Tested tested, List<Sides> counted) {
        SortedMap<String, SortedMap<Integer, Double>> before = new TreeMap<>();
        SortedMap<String, SortedMap<Integer, Double>> after = new TreeMap<>();
        for (Sides sides : counted) {
            before.put(sides.old().strategy(), logs(sides.old().figures(tested.value())));
            after.put(sides.old().strategy(), logs(sides.now().figures(tested.value())));
        }
        if (rule.paired()) {
            after.forEach((strategy, logs) -> {
                Map<Integer, Double> old = before.getOrDefault(strategy, new TreeMap<>());
                logs.keySet().retainAll(old.keySet());
                logs.replaceAll((block, log) -> log - old.getOrDefault(block, Double.NaN));
            });
            return BlockMean.of(after);
        }
        Map<String, BlockMean> olds = BlockMean.of(before);
        Map<String, BlockMean> ratios = new HashMap<>();
        BlockMean.of(after).forEach((strategy, mean) -> Optional.ofNullable(olds.get(strategy))
                .ifPresent(old -> ratios.put(strategy, mean.less(old).with(2 * Diff.RUN_TO_RUN * Diff.RUN_TO_RUN))));
        return ratios;
    }

    private static SortedMap<Integer, Double> logs(SortedMap<Integer, Double> figures) {
        SortedMap<Integer, Double> logs = new TreeMap<>(figures);
        logs.values().removeIf(figure -> !(figure > 0));
        logs.replaceAll((block, figure) -> Math.log(figure));
        return logs;
    }

    private Optional<Change> change(Tested tested, Sides sides, Map<String, BlockMean> ratios) {
        Collection<Double> before = sides.old().figures(tested.value()).values();
        Collection<Double> after = sides.now().figures(tested.value()).values();
        String strategy = sides.old().strategy();
        long silentBefore = before.stream().filter(figure -> !(figure > 0)).count();
        long silentNow = after.stream().filter(figure -> !(figure > 0)).count();
        boolean none = silentBefore == before.size() || silentNow == after.size();
        if (none && !tested.needsAnswers()) {
            return Optional.empty();
        }
        if (tested.needsAnswers() && (none || silentBefore == 0 && silentNow > 0)) {
            boolean always = silentBefore == before.size() && silentNow == after.size();
            return Optional.of(Change.of(strategy, tested.figure(),
                    direction(always ? 0 : silentBefore == before.size() ? 1 : -1),
                    "no answer in " + silentNow + " of " + Format.count(after.size(), "block") + ", before in "
                            + silentBefore + " of " + before.size()));
        }
        BlockMean ratio = ratios.get(strategy);
        return Optional.of(ratio == null
                ? Change.of(strategy, tested.figure(), Direction.CANNOT_TELL, "no block of both has it")
                : ratio(tested, strategy, ratio));
    }

    private Change ratio(Tested tested, String strategy, BlockMean mean) {
        double ratio = Math.exp(mean.log());
        if (!mean.hasInterval() && (rule.paired() || rule.threshold().isEmpty())) {
            return new Change(strategy, tested.figure(), ratio, null, Direction.CANNOT_TELL, rule.paired()
                    ? "one pair of blocks has no interval; measure more"
                    : "a single block has no interval; measure with --blocks, or give a --threshold");
        }
        // Nothing is known of the noise of a single block but that of its run.
        BlockMean known = mean.hasInterval() ? mean : new BlockMean(mean.log(), 0, 1).with(2 * Diff.RUN_TO_RUN * Diff.RUN_TO_RUN);
        Interval interval = known.interval(alpha);
        Direction direction = interval.isBeyond(rule.counts())
                ? direction(ratio < 1 == tested.lessIsBetter() ? 1 : -1)
                : interval.isWithin(rule.same()) ? Direction.NO_DIFFERENCE : Direction.CANNOT_TELL;
        return new Change(strategy, tested.figure(), ratio, interval, direction, rule.reason(direction));
    }

    private static Direction direction(int better) {
        return better == 0 ? Direction.NO_DIFFERENCE : better > 0 ? Direction.BETTER : Direction.WORSE;
    }
}
