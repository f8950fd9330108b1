package io.birdseye.report.condition;

import io.birdseye.model.Format;
import io.birdseye.report.condition.Condition.Bounded;
import io.birdseye.report.condition.Condition.Sign;
import io.birdseye.report.condition.Condition.Slower;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.RatioInterval;
import io.birdseye.report.table.BlockFigures;
import io.birdseye.report.table.CapacityTable;
import io.birdseye.report.table.CapacityTable.CapacityRow;
import java.util.List;
import java.util.SortedMap;

/** Judges one condition on what rows carry, by whole intervals over processes: two processes at least. */
record CapacityJudge(CapacityTable capacity, double alpha) {

    ConditionResult judge(Bounded condition, CapacityRow row) {
        if (!row.hasAnswer()) {
            return condition.result(Outcome.CANNOT_TELL, row.name() + " has no answer: " + row.reason());
        }
        boolean least = condition.sign().holds(row.perSecond(), condition.bound());
        if (row.atLeast()) {
            return condition.result(least ? Outcome.CANNOT_TELL : condition.sign().upwards() ? Outcome.CANNOT_TELL : Outcome.FALSE,
                    row.name() + " carries at least " + Format.rate(row.perSecond()));
        }
        Interval interval = capacity.interval(row, 2 * alpha).orElse(null);
        if (interval == null) {
            return condition.result(Outcome.CANNOT_TELL,
                    row.name() + " carries " + Format.rate(row.perSecond()) + " in a single process; measure with --blocks");
        }
        Outcome outcome = condition.sign().holds(interval, condition.bound());
        return condition.result(outcome, row.name() + " carries " + Format.rate(row.perSecond()) + " (" + Format.perSecond(interval.low()) + " to "
                        + Format.perSecond(interval.high()) + " over " + Format.count(row.trials().size(), "trial") + outcome.end());
    }

    ConditionResult judge(Slower condition, CapacityRow name, CapacityRow than) {
        for (CapacityRow row : List.of(name, than)) {
            if (!row.hasAnswer() || row.atLeast()) {
                return condition.result(Outcome.CANNOT_TELL, row.name() + (row.hasAnswer() ? " carries more than could be offered" : " has no answer: " + row.reason()));
            }
        }
        SortedMap<Integer, Double> of = CapacityTable.secondsByBlock(name);
        SortedMap<Integer, Double> to = CapacityTable.secondsByBlock(than);
        of.keySet().retainAll(to.keySet());
        to.keySet().retainAll(of.keySet());
        if (of.size() < 2) {
            return condition.result(Outcome.CANNOT_TELL, "both have an answer in " + Format.count(of.size(), "block") + ", which is too few; measure with --blocks");
        }
        Interval interval = new RatioInterval(2 * alpha, capacity.results().settings().run().seed()).of(BlockFigures.values(of), BlockFigures.values(to));
        Outcome outcome = Sign.ABOVE.holds(interval, 1 + condition.by());
        return condition.result(outcome, name.name() + " carries " + Format.rate(name.perSecond()) + ", " + than.name() + " " + Format.rate(than.perSecond())
                + " (" + Format.times(1 / interval.high()) + " to " + Format.times(1 / interval.low()) + " of it in " + Format.count(of.size(), "block") + outcome.end());
    }
}
