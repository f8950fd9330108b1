package io.birdseye.loadtest.trial;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Interrupted;
import io.birdseye.loadtest.NothingMeasured;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.program.RunFolder;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.model.Format;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.Validity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures trials of any {@link Subject} at any site, and keeps each as soon as it has ended. A trial that is kept and valid
 * is not measured again with the same settings in the same folder.
 */
public final class Trials implements AutoCloseable {

    /** How often {@link #single} measures a trial until it is valid. */
    public static final int MAX_ATTEMPTS = 3;

    /** Where nobody knows what a request takes when it is alone. */
    public static final Floor UNKNOWN_FLOOR = new Floor(List.of(), List.of(), 0);

    private TrialSettings settings;
    private final Provenance provenance;
    private final TrialStore store;
    private final RunFolder folder;
    private final Site.Session session;
    private final int processors;
    private Validity validity;
    private final Set<TrialSlot> known = ConcurrentHashMap.newKeySet();

    /** What trials must share to stand in one table. */
    private record Conditions(Settings settings, Record subject, int injectors, Provenance measuredWith, boolean rateIsTheMost) {}

    /**
     * A trial, its response times even where the sample carries no percentiles, and why it says nothing of the service:
     * nothing for a valid one, or one that failed.
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

    /** @throws FolderRefused if another run has it, or it holds trials of other settings, another build or site */
    public Trials(TrialSettings settings, Site site) throws IOException, FolderRefused {
        this.settings = settings;
        provenance = site.provenance();
        store = new TrialStore(settings.measurement().out());
        folder = RunFolder.lock(store.trials(), new Conditions(
                settings.comparable(), settings.subject().conditions(), site.injectors(), provenance, settings.load().most()));
        session = site.open(store.out(), settings.measurement().seed());
        processors = site.processors();
        validity = validity();
    }

    /**
     * One row measured once, without a floor: a data point of a sweep, a prediction or a claim. An invalid trial is
     * measured again, {@value #MAX_ATTEMPTS} times in all; the last one counts. Ends every process that it started.
     */
    public static JudgedTrial single(TrialSettings settings, Site site, Progress progress)
            throws TrialFailure, IOException, InterruptedException {
        if (settings.rows().size() != 1) {
            throw new IllegalArgumentException("a single trial has one row, but got " + settings.rows());
        }
        long start = System.nanoTime();
        double total = settings.estimateSeconds();
        Consumer<String> phase = name -> progress.update(name, Math.min(total, (System.nanoTime() - start) / 1e9), total);
        settings.subject().requireAnswers(settings.measurement().seed(), phase);
        try (Trials trials = new Trials(settings, site)) {
            TrialSlot slot = new TrialSlot(1, settings.rows().getFirst(), 1);
            return trials.of(List.of(slot), MAX_ATTEMPTS, 1, phase).getFirst();
        }
    }

    /** With the objective that {@link #within} has taken. */
    public TrialSettings settings() {
        return settings;
    }

    public Provenance provenance() {
        return provenance;
    }

    /** Finds the floor of a combination of axis values, unless it is kept. */
    public Calibrated calibrated(Setup setup, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        Optional<Calibrated> kept = store.calibrated(setup);
        if (kept.isPresent()) {
            return kept.get();
        }
        Calibrated calibrated = session.run(new Task.FindFloor(settings, setup), 1, phase);
        store.keep(setup, calibrated);
        return calibrated;
    }

    private Validity validity() {
        return new Validity(settings.measurement().validity(), settings.load().load(), processors);
    }

    /** Takes the objective and the rate that follow from the floor, where none was given. */
    public void within(Floor floor) throws NothingMeasured {
        settings = settings.with(settings.load().fitting(floor.cpuMsPerRequest(), processors));
        validity = validity();
        SearchPlan search = settings.load().search();
        if (search != null) {
            Floor known = settings.subject() instanceof StartedService started
                    ? started.upstreams().map(StartedService.Upstreams::floor).orElse(floor)
                    : floor;
            settings = settings.with(CapacityTrial.objective(search.objective(), known));
            boolean begins = settings.load().load().ratePerSecond() == SearchPlan.FROM_PER_SECOND; // nobody has chosen it
            if (begins && settings.subject() instanceof Served && floor.cpuMsPerRequest() > 0) {
                SearchPlan within = Objects.requireNonNull(settings.load().search());
                settings = settings.with(settings.load().with(within.below(1_000 * processors / floor.cpuMsPerRequest())));
            }
        }
    }

    public boolean interrupted() {
        return session.interrupted();
    }

    /** Reads what is kept, and measures what is not, or is not valid, so many times; a trial for each slot. */
    public List<JudgedTrial> of(List<TrialSlot> slots, int attempts, int lane, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        Map<TrialSlot, JudgedTrial> ended = new HashMap<>();
        List<TrialSlot> missing = new ArrayList<>();
        for (TrialSlot slot : slots) {
            Optional<Trial> kept = kept(slot);
            if (kept.isPresent()) {
                ended.put(slot, judged(kept.get()));
                known.add(slot);
            } else {
                missing.add(slot);
            }
        }
        for (int attempt = 1; attempt <= attempts && !missing.isEmpty(); attempt++) {
            List<Trial> trials = session.run(new Task.Measure(settings, missing), lane, phase).trials();
            if (session.interrupted()) {
                throw new Interrupted(settings.measurement().out());
            }
            Set<Integer> disturbed = new HashSet<>();
            for (int i = 0; i < missing.size(); i++) {
                TrialSlot slot = missing.get(i);
                keep(slot, trials.get(i));
                JudgedTrial judged = judged(trials.get(i));
                ended.put(slot, judged);
                if (!judged.invalid().isEmpty()) {
                    disturbed.add(slot.block());
                }
            }
            // Trials pair within their block: the undisturbed ones of a disturbed block are measured again as well.
            missing = missing.stream().filter(slot -> disturbed.contains(slot.block())).toList();
        }
        return slots.stream().map(slot -> requireNonNull(ended.get(slot), "was measured")).toList();
    }

    private JudgedTrial judged(Trial trial) throws TrialFailure {
        Trial.Measured measured = trial.measured();
        return measured == null
                ? new JudgedTrial(trial, null, List.of())
                : new JudgedTrial(trial, LoadSummary.read(store.summary(measured)).response(), validity.broken(measured));
    }

    public boolean isKept(TrialSlot slot) throws IOException {
        return kept(slot).isPresent();
    }

    private Optional<Trial> kept(TrialSlot slot) throws IOException {
        return store.measured(slot)
                .filter(trial -> trial.measured() == null || validity.broken(trial.measured()).isEmpty());
    }

    private void keep(TrialSlot slot, Trial trial) throws IOException {
        try {
            store.keep(slot, trial);
            known.add(slot);
        } catch (IOException e) {
            throw new IOException(
                    slot.words() + " was measured, but cannot be kept: " + e.getMessage() + "; "
                            + Format.count(known.size(), "trial") + " before it " + (known.size() == 1 ? "is" : "are")
                            + " kept in " + settings.measurement().out() + ", where the same command with --out goes on",
                    e);
        }
    }

    /**
     * The floor that follows from the upstreams of a service of the user's own; without calls where it is not known: where
     * mock-api does not play them, or a trial's checked request did not call all of them.
     */
    public Floor configuredFloor(List<Trial> trials) throws IOException {
        if (!(settings.subject() instanceof StartedService started) || started.upstreams().isEmpty()) {
            return UNKNOWN_FLOOR;
        }
        for (Trial trial : trials) {
            Path folder = store.folder(new TrialSlot(trial.block(), trial.strategy(), 1));
            if (trial.measured() != null && !FreshService.calledAll(folder, started.upstreams().get())) {
                return UNKNOWN_FLOOR;
            }
        }
        return started.upstreams().get().floor();
    }

    /** Ends every program that was started, and unlocks the folder. */
    @Override
    public void close() throws IOException {
        session.close();
        folder.close();
    }
}
