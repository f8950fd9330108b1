package io.birdseye.cli;

import io.birdseye.loadtest.trial.ComparisonSettings;
import io.birdseye.loadtest.trial.Progress;
import io.birdseye.loadtest.trial.SingleTrial;
import io.birdseye.loadtest.trial.TrialFailure;
import java.io.IOException;

/** Measures one point; a test puts something quicker in its place. */
@FunctionalInterface
interface PointRunner {

    /** @throws TrialFailure if the folder of the point belongs to other settings */
    SingleTrial.Outcome run(ComparisonSettings settings, Progress progress)
            throws TrialFailure, IOException, InterruptedException;
}
