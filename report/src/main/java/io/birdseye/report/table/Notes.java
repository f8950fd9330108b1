package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.table.Standing.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The sentences beside a row. */
final class Notes {

    /** The service's answer to a request whose deadline has passed. */
    private static final String DEADLINE_PASSED = "504";

    /** Of X_max: below, more than measuring errors is missing. */
    private static final double COLLAPSED_SHARE = 0.8;

    private Notes() {}

    static List<String> of(Row row, Load load) {
        List<String> notes = new ArrayList<>();
        if (row.overBudget() && row.figures() != null) {
            Integer inside = row.figures().queuePeak();
            notes.add("Over budget: up to " + row.figures().ioPeak() + " calls at once of "
                    + row.budget().ioConcurrency() + " allowed, "
                    + Format.count(row.figures().cpuPeak(), "combination")
                    + " of " + row.budget().cpuConcurrency()
                    + (inside == null
                            ? ""
                            : ", " + Format.count(inside, "request") + " inside of " + row.budget().maxInFlight())
                    + ".");
        }
        row.blocks().stream().filter(Row.Block::steadyStateMissed).findFirst().ifPresent(first -> {
            long missed = row.blocks().stream().filter(Row.Block::steadyStateMissed).count();
            String reason = first.steadyState() == null ? "" : first.steadyState().reason();
            notes.add(row.blocks().size() == 1
                    ? "No steady state: " + reason + "."
                    : "No steady state in " + missed + " of " + row.blocks().size() + " blocks, first in block "
                            + first.block() + ": " + reason + ".");
        });
        if (row.standing().verdict() == Verdict.FELL_BEHIND && load.model() == Load.Model.OPEN) {
            notes.add(whyBehind(row, load.ratePerSecond()));
        }
        return notes;
    }

    static String whyBehind(Row row, double asked) {
        String most = "X_max is " + Format.rate(row.prediction().perSecond()) + " (" + row.prediction().reason() + ")";
        if (row.prediction().perSecond() >= asked) {
            return "Its topology does not explain why it fell behind: " + most + ".";
        }
        String predicted = "Falling behind is what its topology predicts: " + most + ".";
        return workedForNobody(row)
                ? predicted + " It answered fewer than that, since requests outlived their deadline while they queued:"
                        + " most of the work was done for requests that had been given up."
                : predicted;
    }

    /** An overloaded first-come-first-served queue with a deadline serves mostly those that are about to miss it. */
    private static boolean workedForNobody(Row row) {
        Figures figures = row.figures();
        return figures != null
                && figures.achievedPerSecond() < COLLAPSED_SHARE * row.prediction().perSecond()
                && 2 * figures.errorsByKind().getOrDefault(DEADLINE_PASSED, 0L) > figures.errors();
    }
}
