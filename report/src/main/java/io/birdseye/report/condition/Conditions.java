package io.birdseye.report.condition;

import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition.Bounded;
import io.birdseye.report.condition.Condition.Sign;
import io.birdseye.report.condition.Condition.Slower;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.table.CapacityTable;
import io.birdseye.report.table.CapacityTable.CapacityRow;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LoadOutcome;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Conditions that were given before the measurement. All statements about them hold together with 95 % confidence
 * (Bonferroni), so a CI job on equal builds fails once in twenty at most, whatever the number of its conditions.
 */
public record Conditions(List<Condition> all) {

    /** More names than these make no line. */
    private static final int MAX_NAMED = 4;

    public Conditions {
        all = List.copyOf(all);
    }

    private record Pair<T>(T name, T than) {}

    /** What a comparison says of each, in their order. */
    public List<ConditionResult> judge(ComparisonTable comparison) {
        long tests = all.stream().mapToLong(condition -> switch (condition) {
            case Slower slower -> pairs(slower, comparison.rows(), Row::key).size();
            case Bounded bounded -> bounded.counted() ? 0 : rows(bounded.of(), comparison.rows(), Row::key).size();
        }).sum();
        double alpha = (1 - Ranking.CONFIDENCE) / Math.max(1, tests);
        long seed = comparison.results().settings().run().seed();
        return judge(comparison.rows(), Row::key,
                bounded -> new BoundJudge(bounded, comparison, new RatioInterval(alpha, seed))::judge,
                // Each end of its interval is a statement of its own.
                slower -> pair -> slower(slower, pair.name, pair.than, comparison, new RatioInterval(2 * alpha, seed)));
    }

    /** What a search for the highest rates says of each, in their order. */
    public List<ConditionResult> judge(CapacityTable capacity) {
        CapacityJudge judge = new CapacityJudge(capacity, (1 - Ranking.CONFIDENCE) / Math.max(1, all.size() * (long) capacity.rows().size()));
        return judge(capacity.rows(), CapacityRow::key,
                bounded -> row -> judge.judge(bounded, row), slower -> pair -> judge.judge(slower, pair.name, pair.than));
    }

    private <T> List<ConditionResult> judge(
            List<T> rows, Function<T, RowKey> key, Function<Bounded, Function<T, ConditionResult>> ofBound,
            Function<Slower, Function<Pair<T>, ConditionResult>> ofPair) {
        return all.stream().map(condition -> switch (condition) {
            case Bounded bounded -> worst(bounded, rows(bounded.of(), rows, key).stream().map(ofBound.apply(bounded)).toList());
            case Slower slower -> {
                List<Pair<T>> pairs = pairs(slower, rows, key);
                boolean none = rows(Optional.of(slower.name()), rows, key).isEmpty();
                yield pairs.isEmpty()
                        ? slower.result(Outcome.CANNOT_TELL, (none ? slower.name() : slower.than()) + " was not measured")
                        : worst(slower, pairs.stream().map(ofPair.apply(slower)).toList());
            }
        }).toList();
    }

    /** How a command ends that was asked for these conditions: one that is true decides before one that is not known. */
    public static Exit exit(List<ConditionResult> results) {
        return results.stream()
                .map(result -> switch (result.outcome()) {
                    case TRUE -> Exit.CONDITION_FAILED;
                    case FALSE -> Exit.FINE;
                    case CANNOT_TELL -> Exit.CANNOT_TELL;
                })
                .reduce(Exit.FINE, Exit::and);
    }

    /** Those of the name; all if there is none. */
    private static <T> List<T> rows(Optional<String> name, List<T> rows, Function<T, RowKey> key) {
        return rows.stream().filter(row -> name.isEmpty() || key.apply(row).isNamed(name.get())).toList();
    }

    /** Where axes are varied, a strategy has several rows: each is compared with the one of the same axis values. */
    private static <T> List<Pair<T>> pairs(Slower condition, List<T> rows, Function<T, RowKey> key) {
        List<T> names = rows(Optional.of(condition.name()), rows, key);
        List<T> thans = rows(Optional.of(condition.than()), rows, key);
        boolean single = names.size() == 1 && thans.size() == 1;
        return names.stream()
                .flatMap(name -> thans.stream()
                        .filter(than -> single || key.apply(than).axes().equals(key.apply(name).axes()))
                        .map(than -> new Pair<>(name, than)))
                .toList();
    }

    /**
     * Whether one of two has the longer median response time, by more than the condition says. Both are compared by themselves, block by
     * block: the comparison was planned, so the others of the table neither widen its interval nor add to its noise.
     */
    private static ConditionResult slower(
            Slower condition, Row name, Row than, ComparisonTable comparison, RatioInterval intervals) {
        if (!name.standing().isComparable() || !than.standing().isComparable()) {
            Optional<LoadOutcome> behind = BoundJudge.behind(name);
            Row unranked = name.standing().isComparable() ? than : name;
            return behind.isPresent() && than.standing().isComparable()
                    ? condition.result(Outcome.TRUE, name.name() + " did not keep up: " + behind.get().reason())
                    : condition.result(Outcome.CANNOT_TELL, unranked.name() + " " + unranked.standing().inWords());
        }
        return comparison.pair(name, than, intervals)
                .map(pair -> {
                    Outcome outcome = Sign.ABOVE.holds(pair.interval(), 1 + condition.by());
                    return condition.result(outcome, name.name() + " takes " + Format.times(pair.ratio())
                            + " the median response time of " + than.name() + " (" + pair.interval().inWords() + " in "
                            + Format.count(pair.blocks(), "block") + outcome.end());
                }).orElseGet(() -> {
                    long both = name.validBlocks().stream().filter(than.validBlocks()::contains).count();
                    return condition.result(Outcome.CANNOT_TELL, "both have valid trials in " + Format.count(both, "block") + " of "
                            + comparison.blocks() + ", which is too few; measure with --blocks");
                });
    }

    /** True if it is of one; false only if it is of none. */
    private static ConditionResult worst(Condition condition, List<ConditionResult> each) {
        for (Outcome outcome : List.of(Outcome.TRUE, Outcome.CANNOT_TELL, Outcome.FALSE)) {
            List<String> reasons = each.stream()
                    .filter(result -> result.outcome() == outcome).map(ConditionResult::reason).toList();
            if (!reasons.isEmpty()) {
                String more = reasons.size() <= MAX_NAMED ? "" : "; and " + (reasons.size() - MAX_NAMED) + " more";
                return condition.result(outcome, reasons.stream().limit(MAX_NAMED).collect(Collectors.joining("; ", "", more)));
            }
        }
        return condition.result(Outcome.CANNOT_TELL, "nothing was measured");
    }
}
