package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.axis.Setup;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.injectors.LogFiles;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.model.Format;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.Validity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures trials one at a time, and keeps each as soon as it has ended. A trial that is kept and valid is not measured
 * again with the same settings in the same folder.
 */
public final class Trials implements AutoCloseable {

    /** How often {@link #single} measures a trial until it is valid. */
    public static final int MOST_ATTEMPTS = 3;

    private final TrialSettings settings;
    private final TrialStore store;
    private final TrialSite.Runner runner;
    private final Validity validity;
    private final AtomicInteger known = new AtomicInteger();

    /**
     * A trial and what is known of it beyond the result.
     *
     * @param response from when a request was due to its answer, whether or not the sample carries the percentiles;
     *     null if the trial failed
     * @param invalid why the trial says nothing of the service; empty for a valid one, or one that failed
     */
    public record JudgedTrial(Trial trial, @Nullable LatencyFigures response, List<String> invalid) {

        /** With this begins {@link #unusable} of a trial that came to its end and is not valid. */
        public static final String NOT_VALID = "not valid: ";

        public JudgedTrial {
            invalid = List.copyOf(invalid);
        }

        /** Why its figures cannot be used, if it has any: it failed, or it is not valid. Empty for a valid trial. */
        public Optional<String> unusable() {
            if (trial.measured() == null) {
                return Optional.of(Objects.requireNonNullElse(trial.reason(), "no figures"));
            }
            return invalid.isEmpty() ? Optional.empty() : Optional.of(NOT_VALID + String.join("; ", invalid));
        }
    }

    /**
     * On this machine.
     *
     * @throws IOException if the folder cannot be written to
     * @throws FolderRefused if another run has it, or it holds trials of other settings, another build or machine
     */
    public Trials(TrialSettings settings, Programs programs) throws IOException, FolderRefused {
        this(settings, new TrialsHere(programs));
    }

    /**
     * @throws IOException if the folder cannot be written to
     * @throws FolderRefused if another run has it, or it holds trials of other settings, another build or site
     */
    public Trials(TrialSettings settings, TrialSite site) throws IOException, FolderRefused {
        this.settings = settings;
        this.store = new TrialStore(settings, site.provenance(), site.injectors());
        this.runner = site.open(settings, store);
        this.validity = new Validity(
                settings.measurement().validity(),
                settings.load().load(),
                site.processors());
    }

    /**
     * One strategy measured once, without a floor: a data point of a sweep, of a prediction, or of a claim. A trial
     * that turns out invalid is measured again, {@value #MOST_ATTEMPTS} times in all; the last one counts. Ends every
     * process that it started.
     *
     * @param settings with exactly one strategy
     * @throws TrialFailure if the folder holds a point of other settings; what fails in the trial is part of the result
     * @throws IOException if the folder cannot be written to
     */
    public static JudgedTrial single(TrialSettings settings, Programs programs, Progress progress)
            throws TrialFailure, IOException, InterruptedException {
        return single(settings, new TrialsHere(programs), progress);
    }

    /** The same at another place. */
    public static JudgedTrial single(TrialSettings settings, TrialSite site, Progress progress)
            throws TrialFailure, IOException, InterruptedException {
        if (settings.rows().size() != 1) {
            throw new IllegalArgumentException("a single trial has one row, but got " + settings.rows());
        }
        long start = System.nanoTime();
        double total = settings.estimateSeconds();
        try (Trials trials = new Trials(settings, site)) {
            Consumer<String> phase =
                    name -> progress.update(name, Math.min(total, (System.nanoTime() - start) / 1e9), total);
            TrialSlot slot = new TrialSlot(1, settings.rows().getFirst(), 1);
            JudgedTrial trial = trials.of(slot, 1, phase);
            for (int attempt = 2; attempt <= MOST_ATTEMPTS && !trial.invalid().isEmpty(); attempt++) {
                trial = trials.of(slot, 1, phase);
            }
            return trial;
        }
    }

    public TrialStore store() {
        return store;
    }

    /** Finds the floor where nothing but strategies is varied, unless it is kept. */
    public Calibrated calibrated(Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
        return calibrated(settings.served().setups().getFirst(), phase);
    }

    /** Finds the floor of a combination of axis values, unless it is kept. */
    public Calibrated calibrated(Setup setup, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        Optional<Calibrated> kept = store.calibrated(setup);
        if (kept.isPresent()) {
            return kept.get();
        }
        Calibrated calibrated = runner.calibrate(setup, phase);
        store.keep(setup, calibrated);
        return calibrated;
    }

    /** Whether it is being ended from outside. */
    public boolean interrupted() {
        return runner.interrupted();
    }

    /**
     * Reads what is kept; measures only if there is nothing, or nothing valid.
     *
     * @param lane in which slot of the site it is measured, counted from 1
     */
    public JudgedTrial of(TrialSlot slot, int lane, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        Optional<Trial> kept = kept(slot);
        Trial trial = kept.isPresent() ? kept.get() : measure(slot, lane, phase);
        known.incrementAndGet();
        LatencyFigures response = trial.measured() == null
                ? null
                : LoadSummary.read(store.folder(slot).resolve(LogFiles.SUMMARY)).response();
        return new JudgedTrial(trial, response, broken(trial));
    }

    /** Whether it need not be measured again. */
    public boolean isKept(TrialSlot slot) throws IOException {
        return kept(slot).isPresent();
    }

    private Optional<Trial> kept(TrialSlot slot) throws IOException {
        return store.measured(slot).filter(trial -> broken(trial).isEmpty());
    }

    private List<String> broken(Trial trial) {
        Trial.Measured measured = trial.measured();
        return measured == null ? List.of() : validity.broken(measured);
    }

    private Trial measure(TrialSlot slot, int lane, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        Path out = settings.measurement().out();
        Trial trial = runner.run(slot, lane, phase);
        if (runner.interrupted()) {
            throw new TrialFailure("interrupted; the same command with --out goes on in " + out);
        }
        try {
            store.keep(slot, trial);
            return trial;
        } catch (IOException e) {
            throw new IOException(
                    slot.words() + " was measured, but cannot be kept: " + e.getMessage() + "; "
                            + Format.count(known.get(), "trial") + " before it " + (known.get() == 1 ? "is" : "are") + " kept in "
                            + out + ", where the same command with --out goes on",
                    e);
        }
    }

    /** Ends every program that was started, and gives the folder free. */
    @Override
    public void close() throws IOException {
        runner.close();
        store.close();
    }
}
