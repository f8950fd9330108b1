package io.birdseye.loadtest.trial;

/**
 * The place of a trial in the order of a measurement.
 *
 * @param block counts from 1
 * @param turn 1, or 2 for the second trial of a strategy in its block
 */
public record TrialSlot(int block, String strategy, int turn) {

    /** Names the files of the trial. */
    public String fileName() {
        return (turn == 1 ? block : block + "." + turn) + "-" + strategy;
    }

    /** For people: {@code block 2, rx}. */
    public String words() {
        return "block " + block + ", " + strategy + (turn == 1 ? "" : " again");
    }
}
