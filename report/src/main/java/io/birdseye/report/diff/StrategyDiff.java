package io.birdseye.report.diff;

import io.birdseye.model.Format;
import io.birdseye.report.diff.Diff.Change;
import io.birdseye.report.diff.Diff.Change.Direction;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.BlockMean;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LoadOutcome;
import io.birdseye.report.table.LoadOutcome.Grade;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Judges how strategies changed between two results.
 *
 * @param alpha probability with which one interval may miss
 * @param open whether the load is open, so that what keeps up answers at the rate that was asked for
 */
record StrategyDiff(Diff.Rule rule, double alpha, boolean open) {

    /** The figures that are compared by their ratio. */
    static final List<Metric> TESTED = List.of(Metric.P50, Metric.ACHIEVED, Metric.CPU);

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
        Map<Metric, Map<String, BlockMean>> ratios =
                TESTED.stream().collect(Collectors.toMap(figure -> figure, figure -> ratios(figure, counted)));
        return all.stream().flatMap(sides -> changes(sides, ratios).stream()).toList();
    }

    private List<Change> changes(Sides sides, Map<Metric, Map<String, BlockMean>> ratios) {
        List<Change> changes = new ArrayList<>(List.of(standing(sides.old(), sides.now())));
        if (sides.counted()) {
            changes.add(errors(sides.old(), sides.now()));
            TESTED.stream()
                    // The rate that was asked for is no figure of the strategy.
                    .filter(figure -> figure != Metric.ACHIEVED || !open || !sides.keptUp())
                    .forEach(figure -> change(figure, sides, ratios.getOrDefault(figure, Map.of())).ifPresent(changes::add));
        }
        return changes;
    }

    private static Change standing(DiffSide old, DiffSide now) {
        for (DiffSide side : List.of(old, now)) {
            if (side.judged().isEmpty()) {
                return Change.of(old.strategy(), Change.KEPT_UP, Direction.CANNOT_TELL, side.whyNotJudged());
            }
        }
        int better = old.worst().grade().compareTo(now.worst().grade());
        String change = "first " + old.worst().grade().words() + ", now " + now.standing();
        return Change.of(old.strategy(), Change.KEPT_UP, direction(better), better == 0 ? now.standing() : change);
    }

    private static Change errors(DiffSide old, DiffSide now) {
        long before = old.errors();
        long after = now.errors();
        // More or fewer of them show in the achieved rate, whose noise is known.
        int better = Boolean.compare(old.tooManyErrors(), now.tooManyErrors());
        return Change.of(old.strategy(), Change.ERRORS, direction(better), before + after == 0
                ? ""
                : Format.count(after, "error") + " in " + Format.count(now.requests(), "request") + ", before " + before + " in "
                        + Format.count(old.requests(), "request")
                        + (better == 0 ? "" : "; at most " + Format.smallPercent(better > 0 ? old.mostErrors() : now.mostErrors()) + " may be"));
    }

    /** New to old, of all strategies that have the figure in both. */
    private Map<String, BlockMean> ratios(Metric figure, List<Sides> counted) {
        SortedMap<String, SortedMap<Integer, Double>> before = new TreeMap<>();
        SortedMap<String, SortedMap<Integer, Double>> after = new TreeMap<>();
        for (Sides sides : counted) {
            before.put(sides.old().strategy(), logs(sides.old().figures(figure)));
            after.put(sides.old().strategy(), logs(sides.now().figures(figure)));
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

    private Optional<Change> change(Metric figure, Sides sides, Map<String, BlockMean> ratios) {
        Collection<Double> before = sides.old().figures(figure).values();
        Collection<Double> after = sides.now().figures(figure).values();
        String strategy = sides.old().strategy();
        String what = figure == Metric.CPU ? "CPU per answer" : figure.title();
        long silentBefore = before.stream().filter(value -> !(value > 0)).count();
        long silentNow = after.stream().filter(value -> !(value > 0)).count();
        boolean none = silentBefore == before.size() || silentNow == after.size();
        if (figure == Metric.CPU && none) {
            return Optional.empty();
        }
        // Without CPU time it is not known; without a response time or a rate nothing was answered.
        if (figure != Metric.CPU && (none || silentBefore == 0 && silentNow > 0)) {
            boolean always = silentBefore == before.size() && silentNow == after.size();
            return Optional.of(Change.of(strategy, what, direction(always ? 0 : silentBefore == before.size() ? 1 : -1),
                    "no answer in " + silentNow + " of " + Format.count(after.size(), "block") + ", before in "
                            + silentBefore + " of " + before.size()));
        }
        BlockMean mean = ratios.get(strategy);
        return Optional.of(mean == null
                ? Change.of(strategy, what, Direction.CANNOT_TELL, "no block of both has it")
                : ratio(strategy, what, figure != Metric.ACHIEVED, mean));
    }

    private Change ratio(String strategy, String what, boolean lessIsBetter, BlockMean mean) {
        double ratio = Math.exp(mean.log());
        if (!mean.hasInterval() && (rule.paired() || rule.threshold().isEmpty())) {
            return new Change(strategy, what, ratio, null, Direction.CANNOT_TELL, rule.paired()
                    ? "one pair of blocks has no interval; measure more"
                    : "a single block has no interval; measure with --blocks, or give a --threshold");
        }
        // Nothing is known of the noise of a single block but that of its run.
        BlockMean known = mean.hasInterval() ? mean : new BlockMean(mean.log(), 0, 1).with(2 * Diff.RUN_TO_RUN * Diff.RUN_TO_RUN);
        Interval interval = known.interval(alpha);
        Direction direction = interval.isBeyond(rule.counts())
                ? direction(ratio < 1 == lessIsBetter ? 1 : -1)
                : interval.isWithin(rule.same()) ? Direction.NO_DIFFERENCE : Direction.CANNOT_TELL;
        return new Change(strategy, what, ratio, interval, direction, rule.reason(direction));
    }

    private static Direction direction(int better) {
        return better == 0 ? Direction.NO_DIFFERENCE : better > 0 ? Direction.BETTER : Direction.WORSE;
    }

    /**
     * What one result says of one row: a strategy, with its axis values where there are some.
     *
     * @param result {@code old} or {@code new}
     */
    record DiffSide(String result, String strategy, List<Row.Block> blocks, boolean enough, List<Trial> trials, double mostErrors) {

        static DiffSide of(String result, String strategy, ComparisonTable table) {
            Optional<Row> row = table.rows().stream().filter(each -> each.name().equals(strategy)).findFirst();
            return new DiffSide(result, strategy, row.map(Row::blocks).orElse(List.of()),
                    row.filter(each -> each.standing().grade() != Grade.INVALID).isPresent(), row.map(Row::trials).orElse(List.of()),
                    table.results().settings().validity().mostErrors());
        }

        /** How the valid blocks ended, and those that failed; none where too few are valid. A crash is no disturbance. */
        List<LoadOutcome> judged() {
            return (enough ? blocks : List.<Row.Block>of()).stream()
                    .map(Row.Block::standing).filter(each -> each.grade() != Grade.INVALID).toList();
        }

        String whyNotJudged() {
            return (blocks.isEmpty() ? "no trial of it" : blocks.stream().noneMatch(Row.Block::isValid) ? "no valid trial of it" : "too few valid trials of it")
                    + " in the " + result + " result";
        }

        /** Of the valid blocks, of which there is one at least. */
        LoadOutcome worst() {
            return judged().stream().max(Comparator.comparing(LoadOutcome::grade)).orElseThrow();
        }

        /** {@code fell behind in 2 of 3 valid blocks: 12 errors (503)}. */
        String standing() {
            LoadOutcome worst = worst();
            long same = judged().stream().filter(each -> each.grade() == worst.grade()).count();
            return worst.grade().words() + " in " + same + " of " + judged().size() + " valid blocks"
                    + (worst.keptUp() ? "" : ": " + worst.reason());
        }

        /** The trials of the valid blocks that came to their end. */
        List<Trial> counted() {
            Set<Integer> valid = (enough ? blocks : List.<Row.Block>of()).stream()
                    .filter(Row.Block::isValid).map(Row.Block::block).collect(Collectors.toSet());
            return trials.stream().filter(trial -> valid.contains(trial.block())).toList();
        }

        /** One figure for each of those blocks. */
        SortedMap<Integer, Double> figures(Metric figure) {
            return Trial.byBlock(counted(), figure::orNaN);
        }

        long errors() {
            return Trial.measured(counted()).mapToLong(Measured::errors).sum();
        }

        long requests() {
            return errors() + Trial.measured(counted()).mapToLong(Measured::requests).sum();
        }

        boolean tooManyErrors() {
            return LoadOutcome.isMore(errors(), requests(), mostErrors);
        }
    }
}
