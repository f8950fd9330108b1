package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Offers strategies more than they can do. Two experiments, each strategy in a fresh JVM: a load that steps up and down,
 * with the regret of {@code adaptive} against the best fixed strategy of each phase; and twice the capacity for a while,
 * beside strategies whose queue has no bound.
 *
 * @param served the service should admit any number of requests
 * @param out the folder of the logs
 * @param screen receives the findings line by line
 */
public record Overload(Served served, Path out, Programs programs, Plan plan, Consumer<String> screen) {

    private static final String ADAPTIVE = "adaptive";

    /** The strategy that finds the capacity of the machine. */
    private static final String CALIBRATOR = "http-async";

    /** An answer that takes longer than so many floors comes too late to be of use. */
    private static final double USEFUL_FLOORS = 3;

    private static final double THROUGHPUT_TARGET = 0.9;
    private static final int RECOVERY_TARGET_SECONDS = 5;

    /** The load of each phase, in capacities. */
    private static final List<Double> STEPS = List.of(0.3, 0.9, 2.0, 0.6, 1.5, 0.3);

    /** The rising load before the overload, in capacities: the most that is answered at any of them is the peak. */
    private static final List<Double> RISE = List.of(0.8, 1.0, 1.2);

    private static final Duration RISE_STEP = Duration.ofSeconds(8);
    private static final double QUIET = 0.5;
    private static final double CALIBRATION_RATE = 20;
    private static final Duration CALIBRATION = Duration.ofSeconds(10);
    private static final int QUIET_SECONDS = 12;

    /**
     * @param fixed the strategies among which the best of each phase is chosen
     * @param unbounded shown under twice the capacity
     * @param step how long each phase of the stepped load takes
     * @param overload how long twice the capacity lasts
     */
    public record Plan(List<String> fixed, List<String> unbounded, Duration step, Duration overload) {

        public Plan {
            fixed = List.copyOf(fixed);
            unbounded = List.copyOf(unbounded);
        }

        /** How long all of it takes, roughly. */
        public Duration span() {
            Duration start = Duration.ofSeconds(6).plus(OfferedLoad.WARM_UP);
            Duration steps = start.plus(step.multipliedBy(STEPS.size())).multipliedBy(1L + fixed.size());
            Duration twice = start.plus(overload).plusSeconds(QUIET_SECONDS).multipliedBy(1L + unbounded.size());
            return steps.plus(twice)
                    .plus(RISE_STEP.multipliedBy(RISE.size()))
                    .plus(start)
                    .plus(CALIBRATION.multipliedBy(2));
        }
    }

    /**
     * Runs both experiments and tells of them as they go.
     *
     * @return whether every target was met
     * @throws TrialFailure if a program does not start or dies
     */
    public boolean run() throws TrialFailure, IOException, InterruptedException {
        try (TestBed testBed = new TestBed(served, 1, programs, out)) {
            Run run = calibrated(testBed);
            print("capacity %.1f requests/s, floor %.0f ms; an answer is useful within %.0f floors, %.0f ms",
                    run.capacity, run.floorMs, USEFUL_FLOORS, run.usefulMs());
            run.stepped();
            return run.twice();
        }
    }

    private Run calibrated(TestBed testBed) throws TrialFailure, IOException, InterruptedException {
        // Twice as many as the pools serve at once.
        int users = 2 * switch (served.budgets()) {
            case Budgets.Equal(int io, int cpu) -> Math.max(2, io / 4 + cpu);
            case Budgets.Published() -> 8;
        };
        try (OfferedLoad load = OfferedLoad.on(testBed, "calibration", served, CALIBRATOR, CALIBRATION_RATE)) {
            PhaseFigures alone = load.offer(Schedule.of(Load.closed(1), CALIBRATION), 0).getFirst();
            PhaseFigures crowd = load.offer(Schedule.of(Load.closed(users), CALIBRATION), 0).getFirst();
            return new Run(testBed, crowd.throughput(), alone.p50Ms());
        }
    }

    private void print(String pattern, Object... values) {
        screen.accept(Format.text(pattern, values));
    }

    /** The share of what the best fixed strategy reached that is missing. */
    static double regret(double best, double adaptive) {
        return best <= 0 ? 0 : (best - adaptive) / best;
    }

    /**
     * Seconds until all is well, up to the end; one more than there are if that never came.
     *
     * @param well for each second, whether all its answers were right and in time
     */
    static int recoverySeconds(List<Boolean> well) {
        int recovered = well.lastIndexOf(false) + 1;
        return recovered == well.size() ? recovered + 1 : recovered;
    }

    private void row(String first, Stream<String> cells) {
        print("%-24s%s", first, cells.map(cell -> Format.text(" %15s", cell)).collect(Collectors.joining()));
    }

    /** Both experiments on a machine whose scale is known. */
    private final class Run {

        private final TestBed testBed;
        private final double capacity;
        private final double floorMs;

        /**
         * @param capacity requests/s that the machine can carry
         * @param floorMs what a request alone takes
         */
        Run(TestBed testBed, double capacity, double floorMs) {
            this.testBed = testBed;
            this.capacity = capacity;
            this.floorMs = floorMs;
        }

        private double usefulMs() {
            return USEFUL_FLOORS * floorMs;
        }

        /** @param capacities the load of each phase */
        private List<Step> steps(List<Double> capacities, Duration each) {
            return capacities.stream().map(load -> new Step(true, load * capacity, each)).toList();
        }

        private List<PhaseFigures> offer(String strategy, String log, List<Step> steps)
                throws TrialFailure, IOException, InterruptedException {
            try (OfferedLoad load = OfferedLoad.on(testBed, log, served, strategy, QUIET * capacity)) {
                return load.offer(Schedule.steps(steps), usefulMs());
            }
        }

        void stepped() throws TrialFailure, IOException, InterruptedException {
            print("");
            print("A load that steps up and down; useful answers/s and median ms of each phase, %d s each",
                    plan.step().toSeconds());
            row("load in capacities", STEPS.stream().map(step -> Format.fixed(step, 1)));
            double[] own = steppedGoodput(ADAPTIVE);
            double[] best = new double[STEPS.size()];
            for (String strategy : plan.fixed()) {
                double[] goodput = steppedGoodput(strategy);
                Arrays.setAll(best, phase -> Math.max(best[phase], goodput[phase]));
            }
            row("regret", IntStream.range(0, best.length)
                    .mapToObj(phase -> Format.text("%.0f%%", 100 * regret(best[phase], own[phase]))));
            print("regret in all: %.1f %% (against the best fixed strategy of each phase;"
                            + " below 0 is better than all of them)",
                    100 * regret(Arrays.stream(best).sum(), Arrays.stream(own).sum()));
        }

        private double[] steppedGoodput(String strategy) throws TrialFailure, IOException, InterruptedException {
            List<PhaseFigures> phases = offer(strategy, "stepped-" + strategy, steps(STEPS, plan.step()));
            row(strategy, phases.stream().map(phase -> Format.text("%.1f %.0f", phase.goodput(), phase.p50Ms())));
            return phases.stream().mapToDouble(PhaseFigures::goodput).toArray();
        }

        boolean twice() throws TrialFailure, IOException, InterruptedException {
            print("");
            print("Twice the capacity for %d s, then %.1f of it", plan.overload().toSeconds(), QUIET);
            boolean met = true;
            for (String strategy : Stream.concat(Stream.of(ADAPTIVE), plan.unbounded().stream()).toList()) {
                boolean judged = strategy.equals(ADAPTIVE);
                List<Step> steps = new ArrayList<>(steps(judged ? RISE : List.of(), RISE_STEP));
                steps.addAll(steps(List.of(2.0), plan.overload()));
                int loaded = steps.size();
                // Phases of a second, to see in which of them all is well again.
                steps.addAll(steps(Collections.nCopies(QUIET_SECONDS, QUIET), Duration.ofSeconds(1)));
                List<PhaseFigures> phases = offer(strategy, "overload-" + strategy, steps);
                PhaseFigures during = phases.get(loaded - 1);
                int recovered = recoverySeconds(
                        phases.stream().skip(loaded).map(PhaseFigures::allInTime).toList());
                print("%-16s %s", strategy, during);
                if (judged) {
                    met &= targetsMet(phases.subList(0, loaded), during, recovered);
                } else {
                    print("    %s: useful answers are %.0f %% of capacity; well again after %s",
                            during.goodput() < capacity / 2 ? "collapsed" : "did not collapse",
                            100 * during.goodput() / capacity,
                            recovered > QUIET_SECONDS ? "more than " + QUIET_SECONDS + " s" : recovered + " s");
                }
            }
            return met;
        }

        private boolean targetsMet(List<PhaseFigures> loaded, PhaseFigures during, int recovered) {
            double peak = loaded.stream().mapToDouble(PhaseFigures::throughput).max().orElse(0);
            print("    peak of the rising load and of this phase: %.1f/s", peak);
            boolean throughput = told("throughput", ">= 90 % of its peak", during.throughput() / peak * 100, "%",
                    during.throughput() >= THROUGHPUT_TARGET * peak);
            boolean latency = told("p99 of accepted", "< 3 floors", during.p99Ms() / floorMs, "floors",
                    during.p99Ms() < usefulMs());
            boolean recovery = told("recovery", "within 5 s", recovered, "s", recovered <= RECOVERY_TARGET_SECONDS);
            return throughput && latency && recovery;
        }

        private boolean told(String what, String target, double measured, String unit, boolean met) {
            print("    %-16s target %-20s measured %6.1f %-7s %s",
                    what, target, measured, unit, met ? "met" : "MISSED");
            return met;
        }
    }
}
