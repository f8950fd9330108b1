package io.birdseye.loadtest;

import java.nio.file.Path;

/** Somebody ended the measurement, by Ctrl-C for example. */
public final class Interrupted extends TrialFailure {

    public Interrupted(Path out) {
        super("interrupted; the same command with --out goes on in " + out);
    }
}
