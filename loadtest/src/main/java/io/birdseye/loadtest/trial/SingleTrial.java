package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.LatencyFigures;
import io.birdseye.loadtest.LoadSummary;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One strategy measured once, without a floor: a point of a sweep or of a prediction. A point that has been measured
 * with the same settings in the same folder is not measured again.
 */
public final class SingleTrial {

    /** Start, check and end. */
    private static final double OVERHEAD_SECONDS = 7;

    private final ComparisonSettings settings;
    private final Programs programs;
    private final Progress progress;

    /**
     * What came of it.
     *
     * @param response from when a request was due to its answer, whether or not the sample carries the percentiles;
     *     null if the trial failed
     */
    public record Outcome(Trial trial, @Nullable LatencyFigures response) {}

    /** @param settings with exactly one strategy */
    public SingleTrial(ComparisonSettings settings, Programs programs, Progress progress) {
        if (settings.strategies().size() != 1) {
            throw new IllegalArgumentException("a single trial has one strategy, but got " + settings.strategies());
        }
        this.settings = settings;
        this.programs = programs;
        this.progress = progress;
    }

    /** How long {@link #run} takes, roughly. */
    public static double estimateSeconds(ComparisonSettings settings) {
        return settings.trialSpan().toMillis() / 1e3 + OVERHEAD_SECONDS;
    }

    /**
     * Measures, and ends every process that it started.
     *
     * @throws TrialFailure if the folder holds a point of other settings; what fails in the trial is its outcome
     * @throws IOException if the folder cannot be written to
     */
    public Outcome run() throws TrialFailure, IOException, InterruptedException {
        TrialStore store = new TrialStore(settings);
        String strategy = settings.strategies().getFirst();
        Optional<Trial> known = store.measured(1, strategy);
        Trial trial = known.isPresent() ? known.get() : measure(store, strategy);
        return new Outcome(trial, trial.measured() == null ? null : response(store.folder(1, strategy)));
    }

    private Trial measure(TrialStore store, String strategy) throws IOException, InterruptedException {
        long start = System.nanoTime();
        double total = estimateSeconds(settings);
        try (Stage stage = new Stage(settings, programs, store)) {
            Trial trial = new TrialRun(
                            settings,
                            stage,
                            store,
                            new AnswerCheck(settings.memoryMegabytes(), settings.scenario()),
                            strategy,
                            1,
                            phase -> progress.update(
                                    phase, Math.min(total, (System.nanoTime() - start) / 1e9), total))
                    .run();
            store.keep(trial);
            return trial;
        }
    }

    private static @Nullable LatencyFigures response(Path folder) throws IOException {
        try {
            return JsonMapper.shared()
                    .readValue(Files.readString(folder.resolve("window.json")), LoadSummary.class)
                    .response();
        } catch (JacksonException e) {
            throw new IOException(folder.resolve("window.json") + " cannot be read: " + e.getOriginalMessage(), e);
        }
    }
}
