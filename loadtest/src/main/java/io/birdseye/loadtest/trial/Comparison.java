package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.trial.ServiceClient.StrategyView;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.Validity;
import io.birdseye.scenario.ScenarioFile;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Measures strategies against one another: first the floor, then, block after block, every strategy once in a seeded
 * random order, each in a fresh JVM. A trial that fails is part of the result, and the others go on.
 */
public final class Comparison {

    /** Start, check and end of one trial. */
    private static final double TRIAL_OVERHEAD_SECONDS = 7;

    /** Of the calibration, as a multiple of a trial's: where trials are short, so is it. */
    private static final double WARM_UP_MULTIPLE = 2.5;

    private final ComparisonSettings settings;
    private final Programs programs;
    private final Progress progress;

    public Comparison(ComparisonSettings settings, Programs programs, Progress progress) {
        this.settings = settings;
        this.programs = programs;
        this.progress = progress;
    }

    private record Slot(int block, String strategy) {}

    /** How long a comparison takes about, from its beginning. */
    public static Duration estimate(ComparisonSettings settings) {
        int trials = settings.blocks() * settings.strategies().size();
        double seconds = calibrationSeconds(settings) + trials * trialSeconds(settings);
        return Duration.ofSeconds(Math.round(seconds));
    }

    private static double trialSeconds(ComparisonSettings settings) {
        return settings.trialSpan().toMillis() / 1e3 + TRIAL_OVERHEAD_SECONDS;
    }

    private static double calibrationSeconds(ComparisonSettings settings) {
        return TRIAL_OVERHEAD_SECONDS
                + Calibration.estimateSeconds(mostWarmUpSeconds(settings), settings.delay().toMillis() / 1e3 + 0.05);
    }

    /**
     * Runs what has not been measured yet, and ends every process that it started.
     *
     * @throws TrialFailure if nothing can be measured at all: a program does not start, the floor cannot be found, or
     *     the folder belongs to another comparison
     * @throws IOException if the folder cannot be written to
     */
    public Results run() throws TrialFailure, IOException, InterruptedException {
        TrialStore store = new TrialStore(settings);
        List<Slot> slots = order();
        try (Stage stage = new Stage(settings, programs, store)) {
            Clock clock = new Clock(slots.size());
            Optional<Calibrated> known = store.calibrated();
            Calibrated calibrated = known.isPresent() ? known.get() : calibrate(stage, store, clock);
            clock.calibrated();
            AnswerCheck check = new AnswerCheck(settings.memoryMegabytes(), settings.scenario());
            List<Trial> trials = new ArrayList<>();
            for (Slot slot : slots) {
                Optional<Trial> measured =
                        store.measured(slot.block(), slot.strategy()).filter(trial -> valid(trial, calibrated));
                if (measured.isPresent()) {
                    trials.add(measured.get());
                } else {
                    Trial trial = new TrialRun(
                                    settings, stage, store, check, slot.strategy(), slot.block(), clock::tell)
                            .run();
                    if (stage.interrupted()) {
                        throw new TrialFailure("interrupted; the same command with --out goes on in " + settings.out());
                    }
                    keep(store, trial, trials.size());
                    trials.add(trial);
                }
                clock.trialDone();
            }
            return new Results(
                    Results.SCHEMA_VERSION,
                    Instant.now().toString(),
                    calibrated.environment(),
                    settings.forResults(),
                    calibrated.floor(),
                    trials);
        }
    }

    private void keep(TrialStore store, Trial trial, int before) throws IOException {
        try {
            store.keep(trial);
        } catch (IOException e) {
            throw new IOException(
                    "block " + trial.block() + ", " + trial.strategy() + " was measured, but cannot be kept: "
                            + e.getMessage() + "; " + before
                            + (before == 1 ? " trial before it is" : " trials before it are")
                            + " kept in " + settings.out() + ", where the same command with --out goes on",
                    e);
        }
    }

    /** An invalid trial says nothing, so a comparison that is taken up again measures it once more. */
    private boolean valid(Trial trial, Calibrated calibrated) {
        Trial.Measured measured = trial.measured();
        int cores = calibrated.environment().cores();
        return measured != null
                && new Validity(settings.validity(), settings.load(), cores).broken(measured).isEmpty();
    }

    /** The same for the same seed, whatever has been measured already. */
    private List<Slot> order() {
        Random random = new Random(settings.seed());
        List<Slot> slots = new ArrayList<>();
        for (int block = 1; block <= settings.blocks(); block++) {
            List<String> shuffled = new ArrayList<>(settings.strategies());
            Collections.shuffle(shuffled, random);
            for (String strategy : shuffled) {
                slots.add(new Slot(block, strategy));
            }
        }
        return slots;
    }

    private Calibrated calibrate(Stage stage, TrialStore store, Clock clock)
            throws TrialFailure, IOException, InterruptedException {
        clock.tell("starting mock-api and service");
        Stage.Running mock = stage.mock();
        Stage.Running service = stage.service("calibration-service", mock.url());
        try (ChildProcess process = service.process();
                ServiceClient client = new ServiceClient(service.url())) {
            ChildProcess.Watch watch = () -> {
                clock.tell("calibration: one request at a time");
                process.requireAlive();
                mock.process().requireAlive();
            };
            String path = stage.request(calibrationStrategy(client)).pathAndQuery();
            boolean mayFail = settings.scenario().map(ScenarioFile::mayFail).orElse(false);
            Floor floor = new Calibration(client, path, watch, mayFail).measure(mostWarmUpSeconds(settings));
            Environment environment = Machine.describe(programs.home(), client.resources());
            Calibrated calibrated = new Calibrated(environment, floor);
            store.keep(calibrated);
            return calibrated;
        }
    }

    private static double mostWarmUpSeconds(ComparisonSettings settings) {
        return WARM_UP_MULTIPLE * settings.warmUp().total().toMillis() / 1e3;
    }

    /** One that calls in parallel, where there is one: it says the same of the floor in a quarter of the time. */
    private String calibrationStrategy(ServiceClient client) throws TrialFailure, InterruptedException {
        List<StrategyView> known = client.strategies("");
        for (String strategy : settings.strategies()) {
            if (known.stream().noneMatch(view -> view.name().equals(strategy))) {
                throw new TrialFailure("the service knows no strategy '" + strategy + "', but "
                        + String.join(", ", known.stream().map(StrategyView::name).toList()));
            }
        }
        return known.stream()
                .filter(view -> settings.strategies().contains(view.name()))
                .min((a, b) -> Boolean.compare(a.topology().callsInTurn(), b.topology().callsInTurn()))
                .map(StrategyView::name)
                .orElseThrow(() -> new TrialFailure("there is no strategy to measure"));
    }

    /** Turns what has been done into seconds done and to do. */
    private final class Clock {

        private final int trials;
        private final double trialSeconds = trialSeconds(settings);
        private final double calibrationSeconds = calibrationSeconds(settings);
        private double doneBefore;
        private double stepSeconds = calibrationSeconds;
        private long stepStart = System.nanoTime();

        Clock(int trials) {
            this.trials = trials;
        }

        void calibrated() {
            next(calibrationSeconds);
        }

        void trialDone() {
            next(trialSeconds);
        }

        private void next(double seconds) {
            doneBefore += seconds;
            stepSeconds = trialSeconds;
            stepStart = System.nanoTime();
        }

        void tell(String phase) {
            double inStep = Math.min(stepSeconds, (System.nanoTime() - stepStart) / 1e9);
            progress.update(phase, doneBefore + inStep, calibrationSeconds + trials * trialSeconds);
        }
    }
}
