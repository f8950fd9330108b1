package io.birdseye.mockapi;

/**
 * A body that comes in drops: of n parts, part i is sent i/n of the total duration after the delay, so the last one
 * comes at its end.
 *
 * @param numberOfChunks how many parts; a body shorter than that comes in as many parts as it has bytes
 * @param totalNanos from the end of the delay to the last part, at most one hour
 */
public record Dribble(int numberOfChunks, long totalNanos) {

    static final int MAX_CHUNKS = 1_000;

    public Dribble {
        if (numberOfChunks < 1 || numberOfChunks > MAX_CHUNKS) {
            throw new InvalidSetting("numberOfChunks", numberOfChunks, "a whole number from 1 to " + MAX_CHUNKS);
        }
        if (totalNanos < 0 || totalNanos > Delay.MAX_NANOS) {
            throw new InvalidSetting("totalDuration", Durations.text(totalNanos), Durations.ALLOWED);
        }
    }
}
