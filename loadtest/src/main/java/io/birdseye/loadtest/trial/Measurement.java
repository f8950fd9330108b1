package io.birdseye.loadtest.trial;

import io.birdseye.model.ProfileEvent;
import io.birdseye.report.result.ValidityBounds;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How it is measured: so many blocks, judged by these bounds, kept in a folder whose trials are not measured again,
 * with a profile in the middle of each trial; the margin of what is as good as the best is empty for the default.
 */
public record Measurement(
        int blocks, long seed, ValidityBounds validity, Path out, String command, Optional<ProfileEvent> profile,
        Optional<Double> margin) {

    private static final int MAX_BLOCKS = 1_000;

    public Measurement {
        if (blocks < 1) {
            throw new IllegalArgumentException("blocks must be at least 1, but are " + blocks);
        }
    }

    public Measurement(int blocks, long seed, ValidityBounds validity, Path out, String command) {
        this(blocks, seed, validity, out, command, Optional.empty(), Optional.empty());
    }

    public static Measurement once(long seed, Path out, String command) {
        return new Measurement(1, seed, ValidityBounds.DEFAULT, out, command);
    }

    /** The seed of all trials of a block: their requests arrive at the same times. */
    public long seedOf(int block) {
        return seed * MAX_BLOCKS + block;
    }

    public Measurement withBlocks(int others) {
        return new Measurement(others, seed, validity, out, command, profile, margin);
    }
}
