package io.birdseye.loadtest.trial;

import io.birdseye.report.result.RowKey;

/**
 * The place of a trial in the order of a measurement.
 *
 * @param block counts from 1
 * @param row that it is a trial of
 * @param turn 1, or 2 for the second trial of a row in its block
 */
public record TrialSlot(int block, RowKey row, int turn) {

    /** Where nothing but strategies is varied. */
    public TrialSlot(int block, String strategy, int turn) {
        this(block, RowKey.of(strategy), turn);
    }

    public String strategy() {
        return row.strategy();
    }

    /** Names the files of the trial. */
    public String fileName() {
        return (turn == 1 ? block : block + "." + turn) + "-" + row.fileName();
    }

    /** For people: {@code block 2, rx}. */
    public String words() {
        return "block " + block + ", " + row.label() + (turn == 1 ? "" : " again");
    }
}
