package io.birdseye.loadtest;

/** A folder of results that this run cannot use: another run has it, or it holds measurements of other conditions. */
public final class FolderRefused extends TrialFailure {

    public FolderRefused(String reason) {
        super(reason);
    }
}
