package io.birdseye.loadtest.trial;

import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;

/**
 * The place of a trial: its block counts from 1, its turn is 2 for the second trial of a row in its block. The floor is
 * measured too, on the same service after its window, where that is asked for.
 */
public record TrialSlot(int block, RowKey row, int turn, boolean floor) {

    public TrialSlot(int block, RowKey row, int turn) {
        this(block, row, turn, false);
    }

    public TrialSlot(int block, String strategy, int turn) {
        this(block, RowKey.of(strategy), turn);
    }

    public TrialSlot withFloor() {
        return new TrialSlot(block, row, turn, true);
    }

    public String strategy() {
        return row.strategy();
    }

    public Trial completed(Budget budget, Topology topology, Trial.Measured measured) {
        return new Trial(row, block, budget, topology, Trial.Outcome.COMPLETED, null, measured);
    }

    public Trial failed(Budget budget, Topology topology, String reason) {
        return new Trial(row, block, budget, topology, Trial.Outcome.FAILED, reason, null);
    }

    /** A trial that failed before anything was known of its service. */
    public Trial failed(String reason) {
        return failed(Budget.NONE, Topology.NONE, reason);
    }

    public String fileName() {
        return (turn == 1 ? block : block + "." + turn) + "-" + row.fileName();
    }

    /** For people: {@code block 2, rx}. */
    public String words() {
        return "block " + block + ", " + row.label() + (turn == 1 ? "" : " again");
    }
}
