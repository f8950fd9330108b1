package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.floor.Calibration;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.FloorRun;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Setup;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Subject;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Machine;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Results.Environment;
import io.birdseye.report.result.Results.SetupUsed;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Measures the rows of a subject against one another: first the floor of each combination of axis values, then, block
 * after block, every row once (those of a pair twice) in a seeded random order. One trial of each combination in each
 * block measures the floor again. A trial that fails is part of the result.
 */
public record Comparison(TrialSettings settings, BlockPlan plan, Site site, Progress progress) {

    /** How often trials in one go are measured again if the machine was disturbed; the next run repeats others. */
    private static final int REPAIRS = 1;

    /** On this machine, without pairs and without further blocks. */
    public Comparison(TrialSettings settings, Programs programs, Progress progress) {
        this(settings, BlockPlan.PLAIN, new LocalSite(programs), progress);
    }

    /** How long a comparison takes about, from its beginning, without further blocks. */
    public static Duration estimate(TrialSettings settings, BlockPlan plan, int slots) {
        return Duration.ofSeconds(Math.round(seconds(settings, plan, settings.measurement().blocks(), slots)));
    }

    private static double seconds(TrialSettings settings, BlockPlan plan, int blocks, int slots) {
        int inTurn = Math.ceilDiv(blocks, slots);
        Subject subject = settings.subject();
        int setups = subject.setups().size();
        double floors = setups == 0 ? 0 : setups * (FloorRun.estimateSeconds(settings) + inTurn * Calibration.AGAIN_SECONDS);
        return floors + subject.seconds(settings.load(), inTurn, plan.trials(subject));
    }

    /**
     * @throws TrialFailure if nothing can be measured: a program does not start, there is no floor, a running service
     *     does not answer right (then nothing is written), or the folder belongs to another comparison
     */
    public Results run() throws TrialFailure, IOException, InterruptedException {
        Clock clock = new Clock();
        settings.subject().requireAnswers(settings.measurement().seed(), clock::tell);
        try (Trials trials = new Trials(settings, site)) {
            double floorSeconds = settings.subject().setups().isEmpty() ? 0 : FloorRun.estimateSeconds(settings);
            clock.begin(0, floorSeconds);
            Calibrations calibrations = Calibrations.of(
                    settings.subject().setups(), trials, clock::tell, () -> clock.end(floorSeconds));
            BlockSeries series = new BlockSeries(settings.rows(), plan.pairs(), settings.measurement().seed());
            BlockSeries.Goal goal = plan.goal(
                    measured -> results(calibrations, calibrations.measuredFloor(), measured), settings.measurement().out(),
                    clock::elapsedSeconds, settings.subject().trialSeconds(settings.load()));
            BlockSeries.Order order = new BlockSeries.Order(
                    settings.measurement().blocks(), goal, site.slots(), settings.blocksInOneGo());
            List<Trial> measured = series.run(order, runner(trials, calibrations, clock));
            return results(calibrations, calibrations.floor(measured), measured);
        }
    }

    private BlockSeries.Runner runner(Trials trials, Calibrations calibrations, Clock clock) {
        int attempts = settings.blocksInOneGo() > 0 ? 1 + REPAIRS : 1;
        return new BlockSeries.Runner() {
            @Override
            public List<Trial> run(List<TrialSlot> slots, int lane) throws TrialFailure, IOException, InterruptedException {
                TrialSlot first = slots.getFirst();
                double seconds = settings.subject().seconds(settings.load(), 1, slots.size());
                clock.begin(slots.getLast().block(), seconds);
                String failure = calibrations.failure(first.row());
                List<Trial> measured = failure == null
                        ? trials.of(slots.stream().map(calibrations::withFloor).toList(), attempts, lane, clock::tell).stream()
                                .map(Trials.JudgedTrial::trial)
                                .toList()
                        : List.of(first.failed(failure));
                clock.end(seconds / site.slots());
                return measured;
            }

            @Override
            public boolean isKept(TrialSlot slot) throws IOException {
                return trials.isKept(slot);
            }

            @Override
            public void known(List<Trial> soFar) throws IOException {
                progress.known(results(calibrations, calibrations.floor(soFar), soFar));
            }
        };
    }

    private Results results(Calibrations calibrations, Floor floor, List<Trial> trials) {
        return new Results(
                Results.SCHEMA_VERSION, Instant.now().toString(), calibrations.environment(),
                calibrations.settings().forResults(), floor, trials,
                BlockPlan.toCome(settings.measurement().blocks(), plan.trials(settings.subject()), trials.size()),
                calibrations.used());
    }

    /** Turns what has been done into seconds done and to do. */
    private final class Clock {

        private final long start = System.nanoTime();
        private double totalSeconds = seconds(settings, plan, settings.measurement().blocks(), site.slots());
        private double doneBefore;
        private double stepSeconds;
        private long stepStart = start;

        double elapsedSeconds() {
            return (System.nanoTime() - start) / 1e9;
        }

        /** Blocks beyond those asked for make the whole longer. */
        synchronized void begin(int block, double seconds) {
            totalSeconds = Math.max(totalSeconds, seconds(settings, plan, block, site.slots()));
            stepSeconds = seconds;
        }

        synchronized void end(double seconds) {
            doneBefore += seconds;
            stepStart = System.nanoTime();
        }

        synchronized void tell(String phase) {
            double inStep = Math.min(stepSeconds, (System.nanoTime() - stepStart) / 1e9);
            progress.update(phase, Math.min(totalSeconds, doneBefore + inStep), totalSeconds);
        }
    }

    /**
     * The floor of each combination of axis values: the CPU time of a request alone differs between layouts, collectors
     * and JDKs. Where one cannot be calibrated, its trials fail with that reason; the others go on.
     */
    private static final class Calibrations {

        private final Trials trials;
        private final Map<SortedMap<String, String>, Calibrated> done = new LinkedHashMap<>();
        private final Map<SortedMap<String, String>, String> failed = new LinkedHashMap<>();

        private Calibrations(Trials trials) {
            this.trials = trials;
        }

        /** @throws TrialFailure if none can be calibrated */
        static Calibrations of(List<Setup> setups, Trials trials, Consumer<String> phase, Runnable next)
                throws TrialFailure, IOException, InterruptedException {
            Calibrations calibrations = new Calibrations(trials);
            for (Setup setup : setups) {
                try {
                    calibrations.done.put(setup.axes(), trials.calibrated(setup, phase));
                } catch (TrialFailure e) {
                    boolean none = setup == setups.getLast() && calibrations.done.isEmpty();
                    if (none || trials.interrupted()) {
                        throw e;
                    }
                    calibrations.failed.put(setup.axes(), "no floor could be measured: " + e.reason());
                }
                next.run();
            }
            trials.within(calibrations.measuredFloor());
            return calibrations;
        }

        TrialSettings settings() {
            return trials.settings();
        }

        /** Of the first combination. What runs a service of the user's own is not known: it need not even be a JVM. */
        Environment environment() {
            if (!done.isEmpty()) {
                return done.values().iterator().next().environment();
            }
            Provenance by = trials.provenance();
            Machine machine = by.machine();
            return new Environment(
                    by.commit(), "", List.of(), "", machine.cores(), machine.cpuModel(), machine.memoryBytes(), machine.os(),
                    machine.kernel());
        }

        /** Of the first combination; without calls where none was calibrated. */
        Floor measuredFloor() {
            return done.isEmpty() ? Trials.UNKNOWN_FLOOR : done.values().iterator().next().floor();
        }

        /** The same; where none was calibrated, what follows from the configured upstreams. */
        Floor floor(List<Trial> measured) throws IOException {
            return done.isEmpty() ? trials.configuredFloor(measured) : measuredFloor();
        }

        /** Why a row cannot be measured; null if it can. */
        @Nullable String failure(RowKey row) {
            return failed.get(row.axes());
        }

        /** The slot, and with it the floor where its trial is the one of its block and axis values that tells it. */
        TrialSlot withFloor(TrialSlot slot) {
            Calibrated of = done.get(slot.row().axes());
            return of != null && of.strategy().equals(slot.strategy()) && slot.turn() == 1 ? slot.withFloor() : slot;
        }

        /** As results have them: empty where only strategies differ. */
        List<SetupUsed> used() {
            return done.entrySet().stream()
                    .filter(each -> !each.getKey().isEmpty())
                    .map(each -> new SetupUsed(
                            each.getKey(), each.getValue().environment().jdk(), each.getValue().environment().jvmFlags(),
                            each.getValue().environment().collector(), each.getValue().floor()))
                    .toList();
        }
    }
}
