package io.birdseye.report.condition;

import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition.Bounded;
import io.birdseye.report.condition.Condition.Slower;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Conditions that were given before the measurement. All statements about them hold together with 95 % confidence
 * (Bonferroni), so a CI job on equal builds fails once in twenty at most, whatever the number of its conditions.
 */
public record Conditions(List<Condition> all) {

    /** More names than these make no line. */
    private static final int NAMED_AT_MOST = 4;

    public Conditions {
        all = List.copyOf(all);
    }

    /** What a comparison says of each, in their order. */
    public List<ConditionResult> judge(ComparisonTable comparison) {
        long tests = all.stream().mapToLong(condition -> switch (condition) {
            case Slower slower -> SlowerJudge.pairs(slower, comparison).size();
            case Bounded bounded -> bounded.figure().counted() ? 0 : rows(bounded, comparison).count();
        }).sum();
        double alpha = (1 - Ranking.CONFIDENCE) / Math.max(1, tests);
        long seed = comparison.results().settings().seed();
        return all.stream().map(condition -> switch (condition) {
            case Slower slower -> judge(slower, comparison, new RatioInterval(2 * alpha, seed));
            case Bounded bounded -> {
                BoundJudge test = new BoundJudge(bounded, comparison, new RatioInterval(alpha, seed));
                yield worst(bounded, rows(bounded, comparison).map(test::judge).toList());
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

    private static Stream<Row> rows(Bounded condition, ComparisonTable comparison) {
        return comparison.rows().stream()
                .filter(row -> condition.of().isEmpty() || row.isNamed(condition.of().get()));
    }

    /** Where axes are varied, a strategy has several rows: each is compared with the one of the same axis values. */
    private static ConditionResult judge(Slower condition, ComparisonTable comparison, RatioInterval intervals) {
        List<SlowerJudge.Pair> pairs = SlowerJudge.pairs(condition, comparison);
        return pairs.isEmpty()
                ? SlowerJudge.notMeasured(condition, comparison)
                : worst(condition, pairs.stream()
                        .map(pair -> new SlowerJudge(condition, pair, comparison, intervals).judge())
                        .toList());
    }

    /** True if it is of one; false only if it is of none. */
    private static ConditionResult worst(Condition condition, List<ConditionResult> each) {
        for (Outcome outcome : List.of(Outcome.TRUE, Outcome.CANNOT_TELL, Outcome.FALSE)) {
            List<String> reasons = each.stream()
                    .filter(result -> result.outcome() == outcome)
                    .map(ConditionResult::reason)
                    .toList();
            if (!reasons.isEmpty()) {
                return new ConditionResult(condition.toString(), outcome,
                        reasons.stream().limit(NAMED_AT_MOST).collect(Collectors.joining("; "))
                                + (reasons.size() <= NAMED_AT_MOST
                                        ? ""
                                        : "; and " + (reasons.size() - NAMED_AT_MOST) + " more"));
            }
        }
        return new ConditionResult(condition.toString(), Outcome.CANNOT_TELL, "nothing was measured");
    }
}
