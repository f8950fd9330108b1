package io.birdseye.report.condition;

import static io.birdseye.report.condition.ConditionResult.Outcome.CANNOT_TELL;
import static io.birdseye.report.condition.ConditionResult.Outcome.FALSE;
import static io.birdseye.report.condition.ConditionResult.Outcome.TRUE;

import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition.Slower;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.Standing;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Whether one of two is slower by median response time, and by more than the condition says. Both are compared by themselves, block
 * by block: the comparison was planned, so the others of the table neither widen its interval nor add to its noise. True is
 * what an interval shows that lies above that share, false what one shows that lies below; each end is one-sided.
 *
 * @param intervals whose ends may each miss with the probability of one condition
 */
record SlowerTest(Slower condition, Pair pair, ComparisonTable comparison, RatioInterval intervals) {

    /** Two rows that the condition compares. */
    record Pair(Row name, Row than) {}

    /** The rows that are meant: of equal axis values, unless both names are those of single rows. */
    static List<Pair> pairs(Slower condition, ComparisonTable comparison) {
        List<Row> names = named(condition.name(), comparison);
        List<Row> thans = named(condition.than(), comparison);
        boolean single = names.size() == 1 && thans.size() == 1;
        return names.stream()
                .flatMap(name -> thans.stream()
                        .filter(than -> single || than.key().axes().equals(name.key().axes()))
                        .map(than -> new Pair(name, than)))
                .toList();
    }

    private static List<Row> named(String words, ComparisonTable comparison) {
        return comparison.rows().stream().filter(row -> row.isNamed(words)).toList();
    }

    /** The outcome where there is no pair. */
    static ConditionResult notMeasured(Slower condition, ComparisonTable comparison) {
        boolean none = named(condition.name(), comparison).isEmpty();
        return new ConditionResult(
                condition.toString(), CANNOT_TELL, (none ? condition.name() : condition.than()) + " was not measured");
    }

    ConditionResult judge() {
        return judge(pair.name(), pair.than());
    }

    private ConditionResult judge(Row name, Row than) {
        if (!name.standing().isComparable() || !than.standing().isComparable()) {
            Optional<Standing> behind = BoundTest.behind(name);
            return behind.isPresent() && than.standing().isComparable()
                    ? result(TRUE, name.name() + " did not keep up: " + behind.get().reason())
                    : result(CANNOT_TELL, unranked(name.standing().isComparable() ? than : name));
        }
        return blockByBlock(name, than);
    }

    private ConditionResult blockByBlock(Row name, Row than) {
        Set<Integer> together = comparison.together(name, than);
        if (together.isEmpty()) {
            Set<Integer> both = new TreeSet<>(name.validBlocks());
            both.retainAll(than.validBlocks());
            return result(CANNOT_TELL, "both have valid trials in " + Format.count(both.size(), "block") + " of "
                    + comparison.blocks() + ", which is too few; measure with --blocks");
        }
        SortedMap<Integer, Double> one = comparison.medians(name, together);
        SortedMap<Integer, Double> other = comparison.medians(than, together);
        double[] of = one.values().stream().mapToDouble(ms -> ms).toArray();
        double[] to = other.values().stream().mapToDouble(ms -> ms).toArray();
        Interval interval = intervals.of(of, to);
        double bound = 1 + condition.by();
        Outcome outcome = interval.low() > bound ? TRUE : interval.high() < bound ? FALSE : CANNOT_TELL;
        return result(outcome, name.name() + " takes " + Format.times(RatioInterval.ratio(of, to)) + " the median response time of "
                + than.name() + " (" + interval.inWords() + " in " + Format.count(of.length, "block")
                + (outcome == CANNOT_TELL ? ", too few to tell)" : ")"));
    }

    private static String unranked(Row row) {
        return row.name() + " " + row.standing().grade().words() + ": " + row.standing().reason();
    }

    private ConditionResult result(Outcome outcome, String reason) {
        return new ConditionResult(condition.toString(), outcome, reason);
    }
}
