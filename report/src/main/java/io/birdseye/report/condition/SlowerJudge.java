package io.birdseye.report.condition;

import static io.birdseye.report.condition.ConditionResult.Outcome.CANNOT_TELL;
import static io.birdseye.report.condition.ConditionResult.Outcome.FALSE;
import static io.birdseye.report.condition.ConditionResult.Outcome.TRUE;

import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition.Slower;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.LoadOutcome;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether one of two is slower by median response time, and by more than the condition says. Both are compared by themselves, block
 * by block: the comparison was planned, so the others of the table neither widen its interval nor add to its noise. True is
 * what an interval shows that lies above that share, false what one shows that lies below.
 */
record SlowerJudge(Slower condition, ComparisonTable comparison, RatioInterval intervals) {

    ConditionResult judge(Row name, Row than) {
        if (!name.standing().isComparable() || !than.standing().isComparable()) {
            Optional<LoadOutcome> behind = BoundJudge.behind(name);
            Row unranked = name.standing().isComparable() ? than : name;
            return behind.isPresent() && than.standing().isComparable()
                    ? result(TRUE, name.name() + " did not keep up: " + behind.get().reason())
                    : result(CANNOT_TELL, unranked.name() + " " + unranked.standing().inWords());
        }
        Optional<ComparisonTable.Pair> compared = comparison.pair(name, than, intervals);
        if (compared.isEmpty()) {
            Set<Integer> both = new TreeSet<>(name.validBlocks());
            both.retainAll(than.validBlocks());
            return result(CANNOT_TELL, "both have valid trials in " + Format.count(both.size(), "block") + " of "
                    + comparison.blocks() + ", which is too few; measure with --blocks");
        }
        ComparisonTable.Pair pair = compared.get();
        double bound = 1 + condition.by();
        Outcome outcome = pair.interval().low() > bound ? TRUE : pair.interval().high() < bound ? FALSE : CANNOT_TELL;
        return result(outcome, name.name() + " takes " + Format.times(pair.ratio()) + " the median response time of " + than.name()
                + " (" + pair.interval().inWords() + " in " + Format.count(pair.blocks(), "block")
                + (outcome == CANNOT_TELL ? ", too few to tell)" : ")"));
    }

    private ConditionResult result(Outcome outcome, String reason) {
        return new ConditionResult(condition.toString(), outcome, reason);
    }
}
