package io.birdseye.report.table;

import io.birdseye.report.result.Load;
import io.birdseye.report.table.Standing.Verdict;
import java.util.ArrayList;
import java.util.List;

/** The sentences beside a row. */
final class Notes {

    private Notes() {}

    static List<String> of(Row row, Load load) {
        List<String> notes = new ArrayList<>();
        if (row.overBudget() && row.figures() != null) {
            notes.add("Over budget: up to " + row.figures().ioPeak() + " calls at once of "
                    + row.budget().ioConcurrency() + " allowed, and "
                    + Words.count(row.figures().cpuPeak(), "combination")
                    + " of " + row.budget().cpuConcurrency() + ".");
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
        String most = "X_max is " + Words.rate(row.prediction().perSecond()) + " (" + row.prediction().reason() + ")";
        return row.prediction().perSecond() < asked
                ? "Falling behind is what its topology predicts: " + most + "."
                : "Its topology does not explain why it fell behind: " + most + ".";
    }
}
