package io.birdseye.loadtest.recipe;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.foreign.TargetSettings;
import io.birdseye.loadtest.foreign.TargetTrials;
import io.birdseye.loadtest.plan.ServiceTarget;
import io.birdseye.loadtest.plan.TargetProbe;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.model.Machine;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures variants of a service that is not Birdseye's against one another: block after block every variant once, in a
 * seeded random order. A service that Birdseye starts is a fresh process in every trial; a running one is measured in
 * short slices, which pair well since one process serves them all.
 */
public record TargetComparison(TargetSettings settings, BlockPlan plan, Programs programs, Progress progress) {

    /** Blocks of slices that one injector offers; what is interrupted loses these at most. */
    private static final int BLOCKS_AT_ONCE = 5;

    /** How often blocks of slices in which the machine was disturbed are measured again; more would take long for little. */
    private static final int REPAIRS = 1;

    private static final Floor NO_FLOOR = new Floor(List.of(), List.of(), 0);
    private static final double START_SECONDS = 4;
    private static final double SHORT_WARM_UP_SECONDS = 2;

    /** How long it takes about, without further blocks. */
    public static Duration estimate(TargetSettings settings, BlockPlan plan) {
        return Duration.ofSeconds(Math.round(seconds(settings, plan, settings.measurement().blocks())));
    }

    private static double seconds(TargetSettings settings, BlockPlan plan, int blocks) {
        int variants = settings.variants().size();
        double trials = (double) blocks * plan.trials(variants) * settings.estimateSeconds();
        if (settings.target() instanceof ServiceTarget.Started) {
            return trials;
        }
        int rounds = (blocks + BLOCKS_AT_ONCE - 1) / BLOCKS_AT_ONCE;
        return trials + rounds * START_SECONDS + variants * (settings.warmUp().toMillis() / 1e3
                + (rounds - 1) * SHORT_WARM_UP_SECONDS);
    }

    /**
     * Runs what has not been measured yet, and ends every process that it started.
     *
     * @throws TrialFailure if nothing can be measured at all: a running service gives a variant no right answer, and then
     *     nothing has been written; or the folder belongs to another comparison
     * @throws IOException if the folder cannot be written to
     */
    public Results run() throws TrialFailure, IOException, InterruptedException {
        if (settings.target() instanceof ServiceTarget.Running running) {
            progress.update("checking the answers", 0, seconds(settings, plan, settings.measurement().blocks()));
            TargetProbe.requireAnswers(running.requests(), settings.requestTimeout(), settings.measurement().seed());
        }
        try (TargetTrials trials = new TargetTrials(settings, programs)) {
            BlockSeries series =
                    BlockSeries.of(settings.variants(), plan.pairs(), settings.measurement().seed());
            Environment environment = environment(trials.store().provenance());
            Runner runner = switch (settings.target()) {
                case ServiceTarget.Started _ -> new StartedRunner(trials, environment);
                case ServiceTarget.Running _ -> new SliceRunner(trials, environment);
            };
            long start = System.nanoTime();
            BlockSeries.Goal goal = plan.goal(
                    measured -> results(environment, NO_FLOOR, measured), settings.measurement().out(),
                    () -> (System.nanoTime() - start) / 1e9, settings.estimateSeconds());
            List<Trial> measured = series.run(settings.measurement().blocks(), goal, 1, runner);
            return results(environment, trials.floor(measured), measured);
        }
    }

    private Results results(Environment environment, Floor floor, List<Trial> trials) {
        return new Results(
                Results.SCHEMA_VERSION, Instant.now().toString(), environment, settings.forResults(),
                floor, trials, BlockPlan.toCome(
                        settings.measurement().blocks(), plan.trials(settings.variants().size()), trials.size()));
    }

    /** What runs the service is not known: it need not even be a JVM. */
    private static Environment environment(Provenance provenance) {
        Machine machine = provenance.machine();
        return new Environment(
                provenance.commit(), "", List.of(), "", machine.cores(), machine.cpuModel(), machine.memoryBytes(),
                machine.os(), machine.kernel());
    }

    /** Tells what is done, and about how much of the whole. */
    private final class Clock {

        private final long start = System.nanoTime();
        private double total = seconds(settings, plan, settings.measurement().blocks());

        /** What is measured again comes on top. */
        void expect(double seconds) {
            total = Math.max(total, (System.nanoTime() - start) / 1e9 + seconds);
        }

        void tell(int block, String phase) {
            double elapsed = (System.nanoTime() - start) / 1e9;
            total = Math.max(total, seconds(settings, plan, block));
            progress.update(phase, Math.min(elapsed, total), total);
        }
    }

    /** Takes the trials that are kept, and tells what is known. */
    private abstract class Runner implements BlockSeries.Runner {

        final TargetTrials trials;
        final Clock clock = new Clock();
        private final Environment environment;

        Runner(TargetTrials trials, Environment environment) {
            this.trials = trials;
            this.environment = environment;
        }

        @Override
        public boolean isKept(TrialSlot slot) throws IOException {
            return trials.kept(slot).isPresent();
        }

        @Override
        public void known(List<Trial> soFar) throws IOException {
            progress.known(results(environment, trials.floor(soFar), soFar));
        }
    }

    /** Trials of a service that is started for each. */
    private final class StartedRunner extends Runner {

        StartedRunner(TargetTrials trials, Environment environment) {
            super(trials, environment);
        }

        @Override
        public Trial run(TrialSlot slot, int lane) throws TrialFailure, IOException, InterruptedException {
            Optional<Trial> kept = trials.kept(slot);
            return kept.isPresent() ? kept.get() : trials.started(slot, phase -> clock.tell(slot.block(), phase));
        }
    }

    /** Slices of a service that runs: some blocks ahead are measured in one go. */
    private final class SliceRunner extends Runner {

        /** In the same order as the series that asks. */
        private final BlockSeries ahead =
                BlockSeries.of(settings.variants(), plan.pairs(), settings.measurement().seed());

        private final Map<TrialSlot, Trial> known = new HashMap<>();
        private int nextBlock = 1;
        private boolean warm;

        SliceRunner(TargetTrials trials, Environment environment) {
            super(trials, environment);
        }

        @Override
        public Trial run(TrialSlot slot, int lane) throws TrialFailure, IOException, InterruptedException {
            while (!known.containsKey(slot)) {
                measureAhead();
            }
            return requireNonNull(known.get(slot), "was measured");
        }

        private void measureAhead() throws TrialFailure, IOException, InterruptedException {
            int most = nextBlock > settings.measurement().blocks()
                    ? 1
                    : Math.min(BLOCKS_AT_ONCE, settings.measurement().blocks() - nextBlock + 1);
            List<TrialSlot> missing = new ArrayList<>();
            for (int i = 0; i < most; i++, nextBlock++) {
                for (TrialSlot slot : ahead.nextBlock()) {
                    Optional<Trial> kept = trials.kept(slot);
                    if (kept.isPresent()) {
                        known.put(slot, kept.get());
                    } else {
                        missing.add(slot);
                    }
                }
            }
            for (int attempt = 0; attempt <= REPAIRS && !missing.isEmpty(); attempt++) {
                measure(missing);
                // Slices pair within their block: the undisturbed ones of a disturbed block are measured again as well.
                List<Integer> disturbed = missing.stream()
                        .filter(slot -> !trials.isValid(requireNonNull(known.get(slot), "was measured")))
                        .map(TrialSlot::block)
                        .distinct()
                        .toList();
                missing = missing.stream().filter(slot -> disturbed.contains(slot.block())).toList();
            }
        }

        private void measure(List<TrialSlot> slots) throws TrialFailure, IOException, InterruptedException {
            clock.expect(START_SECONDS + slots.size() * settings.estimateSeconds());
            List<Trial> measured = trials.slices(slots, !warm, phase -> clock.tell(slots.getLast().block(), phase));
            warm = true;
            for (int i = 0; i < slots.size(); i++) {
                known.put(slots.get(i), measured.get(i));
            }
        }
    }
}
