package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import java.io.IOException;

/**
 * One strategy measured once, without a floor: a data point of a sweep, of a prediction, or of a claim. What has been
 * measured with the same settings in the same folder, and was valid, is not measured again.
 *
 * @param settings with exactly one strategy
 */
public record SingleTrial(TrialSettings settings, Programs programs, Progress progress) {

    /** Start, check and end. */
    private static final double OVERHEAD_SECONDS = 7;

    public SingleTrial {
        if (settings.strategies().size() != 1) {
            throw new IllegalArgumentException("a single trial has one strategy, but got " + settings.strategies());
        }
    }

    /** How long {@link #run} takes, roughly. Of a comparison, each trial takes so long. */
    public static double estimateSeconds(TrialSettings settings) {
        return settings.load().span().toMillis() / 1e3 + OVERHEAD_SECONDS;
    }

    /**
     * Measures, and ends every process that it started.
     *
     * @throws TrialFailure if the folder holds a point of other settings; what fails in the trial is its outcome
     * @throws IOException if the folder cannot be written to
     */
    public Trials.Outcome run() throws TrialFailure, IOException, InterruptedException {
        long start = System.nanoTime();
        double total = estimateSeconds(settings);
        try (Trials trials = new Trials(settings, programs)) {
            return trials.of(1, settings.strategies().getFirst(), phase -> progress.update(
                    phase, Math.min(total, (System.nanoTime() - start) / 1e9), total));
        }
    }
}
