package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.floor.Calibration;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.FloorRun;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.TrialSite;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.loadtest.trial.TrialsHere;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Measures strategies, and values of axes such as the collector, against one another: first the floor of each
 * combination of axis values, then, block after block, every row once (those of a pair twice) in a seeded random order,
 * each in a fresh JVM. One trial of each combination in each block also measures the floor again. A trial that fails is
 * part of the result, and the others go on.
 */
public record Comparison(TrialSettings settings, BlockPlan plan, TrialSite site, Progress progress) {

    /** On this machine, without pairs and without further blocks. */
    public Comparison(TrialSettings settings, Programs programs, Progress progress) {
        this(settings, BlockPlan.PLAIN, programs, progress);
    }

    /** On this machine. */
    public Comparison(TrialSettings settings, BlockPlan plan, Programs programs, Progress progress) {
        this(settings, plan, new TrialsHere(programs), progress);
    }

    /**
     * How long a comparison takes about, from its beginning, without further blocks.
     *
     * @param slots how many blocks are measured at once
     */
    public static Duration estimate(TrialSettings settings, BlockPlan plan, int slots) {
        return Duration.ofSeconds(Math.round(seconds(settings, plan, settings.measurement().blocks(), slots)));
    }

    private static double seconds(TrialSettings settings, BlockPlan plan, int blocks, int slots) {
        int inTurn = Math.ceilDiv(blocks, slots);
        int setups = settings.served().setups().size();
        return setups * (FloorRun.estimateSeconds(settings) + inTurn * Calibration.AGAIN_SECONDS)
                + inTurn * plan.trials(settings.served()) * settings.estimateSeconds();
    }

    /**
     * Runs what has not been measured yet, and ends every process that it started.
     *
     * @throws TrialFailure if nothing can be measured at all: a program does not start, the floor cannot be found, or
     *     the folder belongs to another comparison
     * @throws IOException if the folder cannot be written to
     */
    public Results run() throws TrialFailure, IOException, InterruptedException {
        try (Trials trials = new Trials(settings, site)) {
            Clock clock = new Clock();
            Calibrations calibrations = Calibrations.of(
                    settings.served().setups(), trials, clock::tell, () -> clock.next(FloorRun.estimateSeconds(settings)));
            BlockSeries series =
                    new BlockSeries(settings.rows(), plan.pairs(), settings.measurement().seed());
            BlockSeries.Goal goal = plan.goal(
                    measured -> results(calibrations, measured), settings.measurement().out(), clock::elapsedSeconds,
                    settings.estimateSeconds());
            BlockSeries.Runner runner = new BlockSeries.Runner() {
                @Override
                public Trial run(TrialSlot slot, int lane) throws TrialFailure, IOException, InterruptedException {
                    clock.enter(slot.block());
                    String failure = calibrations.failure(slot.row());
                    Trial trial = failure == null ? trials.of(calibrations.withFloor(slot), lane, clock::tell).trial() : slot.failed(failure);
                    clock.next(settings.estimateSeconds() / site.slots());
                    return trial;
                }

                @Override
                public boolean isKept(TrialSlot slot) throws IOException {
                    return trials.isKept(slot);
                }

                @Override
                public void known(List<Trial> soFar) throws IOException {
                    progress.known(results(calibrations, soFar));
                }
            };
            return results(calibrations, series.run(settings.measurement().blocks(), goal, site.slots(), runner));
        }
    }

    private Results results(Calibrations calibrations, List<Trial> trials) {
        return new Results(
                Results.SCHEMA_VERSION,
                Instant.now().toString(),
                calibrations.first().environment(),
                settings.forResults(),
                calibrations.first().floor(),
                trials,
                BlockPlan.toCome(settings.measurement().blocks(), plan.trials(settings.served()), trials.size()),
                calibrations.used());
    }

    /** Turns what has been done into seconds done and to do. */
    private final class Clock {

        private final long start = System.nanoTime();
        private double totalSeconds = seconds(settings, plan, settings.measurement().blocks(), site.slots());
        private double doneBefore;
        private double stepSeconds = FloorRun.estimateSeconds(settings);
        private long stepStart = start;

        double elapsedSeconds() {
            return (System.nanoTime() - start) / 1e9;
        }

        /** Blocks beyond those asked for make the whole longer. */
        synchronized void enter(int block) {
            totalSeconds = Math.max(totalSeconds, seconds(settings, plan, block, site.slots()));
        }

        /** @param seconds that the step before was to take */
        synchronized void next(double seconds) {
            doneBefore += seconds;
            stepSeconds = settings.estimateSeconds();
            stepStart = System.nanoTime();
        }

        synchronized void tell(String phase) {
            double inStep = Math.min(stepSeconds, (System.nanoTime() - stepStart) / 1e9);
            progress.update(phase, doneBefore + inStep, totalSeconds);
        }
    }
}
