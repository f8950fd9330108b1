package io.birdseye.cli;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.trial.SingleTrial;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import java.io.IOException;

/** Measures one point; a test puts something quicker in its place. */
@FunctionalInterface
interface PointRunner {

    /** @throws TrialFailure if the folder of the point belongs to other settings */
    Trials.Outcome run(TrialSettings settings, Progress progress)
            throws TrialFailure, IOException, InterruptedException;
}
