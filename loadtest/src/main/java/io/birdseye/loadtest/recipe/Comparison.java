package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.floor.Calibration;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.FloorRun;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Subject;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Measures the rows of a subject against one another: strategies and values of axes such as the collector, or variants of a
 * service of the user's own. First the floor of each combination of axis values, then, block after block, every row once
 * (those of a pair twice) in a seeded random order. One trial of each combination in each block also measures the floor
 * again. A trial that fails is part of the result, and the others go on.
 */
public record Comparison(TrialSettings settings, BlockPlan plan, Site site, Progress progress) {

    /**
     * How often trials that are measured in one go are measured again where the machine was disturbed; more would take long
     * for little. Others are measured again by the next run of the same command.
     */
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
     * Runs what has not been measured yet, and ends every process that it started.
     *
     * @throws TrialFailure if nothing can be measured at all: a program does not start, the floor cannot be found, a running
     *     service gives a variant no right answer, and then nothing has been written, or the folder belongs to another
     *     comparison
     * @throws IOException if the folder cannot be written to
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
            List<Trial> measured = series.run(order, new Runner(trials, calibrations, clock));
            return results(calibrations, calibrations.floor(measured), measured);
        }
    }

    private final class Runner implements BlockSeries.Runner {

        private final Trials trials;
        private final Calibrations calibrations;
        private final Clock clock;

        Runner(Trials trials, Calibrations calibrations, Clock clock) {
            this.trials = trials;
            this.calibrations = calibrations;
            this.clock = clock;
        }

        @Override
        public List<Trial> run(List<TrialSlot> slots, int lane) throws TrialFailure, IOException, InterruptedException {
            TrialSlot first = slots.getFirst();
            double seconds = settings.subject().seconds(settings.load(), 1, slots.size());
            clock.begin(slots.getLast().block(), seconds);
            String failure = calibrations.failure(first.row());
            List<Trial> measured = failure == null
                    ? trials.of(slots.stream().map(calibrations::withFloor).toList(), attempts(), lane, clock::tell).stream()
                            .map(Trials.JudgedTrial::trial)
                            .toList()
                    : List.of(first.failed(failure));
            clock.end(seconds / site.slots());
            return measured;
        }

        private int attempts() {
            return settings.blocksInOneGo() > 0 ? 1 + REPAIRS : 1;
        }

        @Override
        public boolean isKept(TrialSlot slot) throws IOException {
            return trials.isKept(slot);
        }

        @Override
        public void known(List<Trial> soFar) throws IOException {
            progress.known(results(calibrations, calibrations.floor(soFar), soFar));
        }
    }

    private Results results(Calibrations calibrations, Floor floor, List<Trial> trials) {
        return new Results(
                Results.SCHEMA_VERSION,
                Instant.now().toString(),
                calibrations.environment(),
                calibrations.settings().forResults(),
                floor,
                trials,
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
}
