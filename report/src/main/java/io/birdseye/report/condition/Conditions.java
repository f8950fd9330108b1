package io.birdseye.report.condition;

import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition.Bounded;
import io.birdseye.report.condition.Condition.Sign;
import io.birdseye.report.condition.Condition.Slower;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LoadOutcome;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    private record Pair(Row name, Row than) {}

    /** What a comparison says of each, in their order. */
    public List<ConditionResult> judge(ComparisonTable comparison) {
        long tests = all.stream().mapToLong(condition -> switch (condition) {
            case Slower slower -> pairs(slower, comparison).size();
            case Bounded bounded -> bounded.counted() ? 0 : rows(bounded.of(), comparison).size();
        }).sum();
        double alpha = (1 - Ranking.CONFIDENCE) / Math.max(1, tests);
        long seed = comparison.results().settings().run().seed();
        return all.stream().map(condition -> switch (condition) {
            case Bounded bounded -> worst(bounded, rows(bounded.of(), comparison).stream()
                    .map(new BoundJudge(bounded, comparison, new RatioInterval(alpha, seed))::judge).toList());
            case Slower slower -> {
                List<Pair> pairs = pairs(slower, comparison);
                boolean none = rows(Optional.of(slower.name()), comparison).isEmpty();
                // Each end of its interval is a statement of its own.
                RatioInterval intervals = new RatioInterval(2 * alpha, seed);
                yield pairs.isEmpty()
                        ? slower.result(Outcome.CANNOT_TELL, (none ? slower.name() : slower.than()) + " was not measured")
                        : worst(slower, pairs.stream().map(pair -> slower(slower, pair, comparison, intervals)).toList());
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
    private static List<Row> rows(Optional<String> name, ComparisonTable comparison) {
        return comparison.rows().stream().filter(row -> name.isEmpty() || row.key().isNamed(name.get())).toList();
    }

    /** Where axes are varied, a strategy has several rows: each is compared with the one of the same axis values. */
    private static List<Pair> pairs(Slower condition, ComparisonTable comparison) {
        List<Row> names = rows(Optional.of(condition.name()), comparison);
        List<Row> thans = rows(Optional.of(condition.than()), comparison);
        boolean single = names.size() == 1 && thans.size() == 1;
        return names.stream()
                .flatMap(name -> thans.stream()
                        .filter(than -> single || than.key().axes().equals(name.key().axes()))
                        .map(than -> new Pair(name, than)))
                .toList();
    }

    /**
     * Whether one of two has the longer median response time, or carries less, by more than the condition says. Both are compared by
     * themselves, block by block: the comparison was planned, so the others of the table neither widen its interval nor add to its noise.
     */
    private static ConditionResult slower(Slower condition, Pair of, ComparisonTable comparison, RatioInterval intervals) {
        Row name = of.name;
        Row than = of.than;
        Optional<ConditionResult> untold = condition.carriesLess() ? unbounded(condition, of) : notComparable(condition, of);
        return untold.or(() -> comparison.pair(name, than, intervals)
                .map(pair -> {
                    Interval interval = pair.interval();
                    Outcome outcome = Sign.ABOVE.holds(interval, 1 + condition.by());
                    String words = !condition.carriesLess()
                            ? " takes " + Format.times(pair.ratio()) + " the median response time of " + than.name() + " (" + interval.inWords()
                            : " carries " + rate(name) + ", " + than.name() + " " + rate(than) + " (" + Format.times(1 / interval.high()) + " to "
                                    + Format.times(1 / interval.low()) + " of it";
                    return condition.result(outcome, name.name() + words + " in " + Format.count(pair.blocks(), "block") + outcome.end());
                })).orElseGet(() -> {
                    long both = name.validBlocks().stream().filter(than.validBlocks()::contains).count();
                    return condition.result(Outcome.CANNOT_TELL, "both have valid trials in " + Format.count(both, "block") + " of "
                            + comparison.blocks() + ", which is too few; measure with --blocks");
                });
    }

    private static String rate(Row row) {
        return row.carried() == null ? Format.NONE : Format.rate(row.carried().perSecond());
    }

    /** Empty where both carry as much as a search has found. */
    private static Optional<ConditionResult> unbounded(Slower condition, Pair of) {
        return Stream.of(of.name, of.than).filter(row -> row.carried() == null || row.carried().atLeast()).findFirst()
                .map(row -> condition.result(Outcome.CANNOT_TELL, row.name()
                        + (row.carried() == null ? " has no answer: " + row.standing().reason() : " carries more than could be offered")));
    }

    /** Empty where both kept up. */
    private static Optional<ConditionResult> notComparable(Slower condition, Pair of) {
        if (of.name.standing().isComparable() && of.than.standing().isComparable()) {
            return Optional.empty();
        }
        Optional<LoadOutcome> behind = BoundJudge.behind(of.name);
        Row unranked = of.name.standing().isComparable() ? of.than : of.name;
        return Optional.of(behind.isPresent() && of.than.standing().isComparable()
                ? condition.result(Outcome.TRUE, of.name.name() + " did not keep up: " + behind.get().reason())
                : condition.result(Outcome.CANNOT_TELL, unranked.name() + " " + unranked.standing().inWords()));
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
