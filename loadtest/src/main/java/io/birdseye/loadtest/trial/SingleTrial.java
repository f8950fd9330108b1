package io.birdseye.loadtest.trial;

import io.birdseye.report.result.Trial;
import java.io.IOException;

/**
 * One trial alone, for experiments that choose their own order: no floor is measured before, and nothing that was
 * measured earlier is taken in its place. The mock is started for it and ends with it.
 */
public final class SingleTrial {

    private final ComparisonSettings settings;
    private final Programs programs;
    private final Progress progress;

    /** @param settings of their strategies only the first is measured; blocks play no part */
    public SingleTrial(ComparisonSettings settings, Programs programs, Progress progress) {
        this.settings = settings;
        this.programs = programs;
        this.progress = progress;
    }

    /**
     * @return also what failed: that is the trial's outcome
     * @throws TrialFailure if the folder holds trials of other settings
     * @throws IOException if the folder cannot be written to
     */
    public Trial run() throws TrialFailure, IOException, InterruptedException {
        TrialStore store = new TrialStore(settings);
        AnswerCheck check = new AnswerCheck(settings.memoryMegabytes());
        try (Stage stage = new Stage(settings, programs, store)) {
            return new TrialRun(settings, stage, store, check, settings.strategies().getFirst(), 1,
                            phase -> progress.update(phase, 0, 1))
                    .run();
        }
    }
}
