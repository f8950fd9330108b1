package io.birdseye.loadtest.overload;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.trial.PhaseFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Twice the capacity for a while, then half of it: what {@code adaptive} still answers and how soon it recovers, beside
 * strategies whose queue has no bound.
 */
record TwiceCapacity(OverloadScale scale, Overload.Plan plan) {

    private static final double THROUGHPUT_TARGET = 0.9;
    private static final int RECOVERY_TARGET_SECONDS = 5;

    /** The rising load before the overload, in capacities: the most that is answered at any of them is the peak. */
    private static final List<Double> RISE = List.of(0.8, 1.0, 1.2);

    private static final Duration RISE_STEP = Duration.ofSeconds(8);
    private static final int QUIET_SECONDS = 12;

    static Duration span(Overload.Plan plan, Duration start) {
        return start.plus(plan.overload()).plusSeconds(QUIET_SECONDS)
                .multipliedBy(1L + plan.unbounded().size())
                .plus(RISE_STEP.multipliedBy(RISE.size()));
    }

    /** Whether {@code adaptive} met all targets. */
    boolean run() throws TrialFailure, IOException, InterruptedException {
        scale.print("");
        scale.print("Twice the capacity for %d s, then %.1f of it", plan.overload().toSeconds(), OverloadScale.QUIET);
        boolean met = true;
        for (String strategy : Stream.concat(Stream.of(Overload.ADAPTIVE), plan.unbounded().stream()).distinct().toList()) {
            boolean judged = strategy.equals(Overload.ADAPTIVE);
            List<Step> steps = new ArrayList<>(scale.steps(judged ? RISE : List.of(), RISE_STEP));
            steps.addAll(scale.steps(List.of(2.0), plan.overload()));
            int loaded = steps.size();
            // Phases of a second, to see in which of them all is well again.
            steps.addAll(scale.steps(
                    Collections.nCopies(QUIET_SECONDS, OverloadScale.QUIET), Duration.ofSeconds(1)));
            List<PhaseFigures> phases = scale.offer(strategy, "overload-" + strategy, steps, plan.arrivals());
            PhaseFigures during = phases.get(loaded - 1);
            int recovered =
                    recoverySeconds(phases.stream().skip(loaded).map(PhaseFigures::allInTime).toList());
            scale.print("%-16s %s", strategy, during);
            if (judged) {
                met &= targetsMet(phases.subList(0, loaded), during, recovered);
            } else {
                scale.print("    %s: useful answers are %.0f %% of capacity; well again after %s",
                        during.goodput() < scale.capacity() / 2 ? "collapsed" : "did not collapse",
                        100 * during.goodput() / scale.capacity(),
                        recovered > QUIET_SECONDS ? "more than " + QUIET_SECONDS + " s" : recovered + " s");
            }
        }
        return met;
    }

    private boolean targetsMet(List<PhaseFigures> loaded, PhaseFigures during, int recovered) {
        double peak = loaded.stream().mapToDouble(PhaseFigures::throughput).max().orElse(0);
        scale.print("    peak of the rising load and of this phase: %.1f/s", peak);
        boolean throughput = told("throughput", ">= 90 % of its peak", during.throughput() / peak * 100, "%",
                during.throughput() >= THROUGHPUT_TARGET * peak);
        boolean latency = told("p99 of accepted", "< 3 floors", during.p99Ms() / scale.floorMs(), "floors",
                during.p99Ms() < scale.usefulMs());
        boolean recovery = told("recovery", "within 5 s", recovered, "s", recovered <= RECOVERY_TARGET_SECONDS);
        return throughput && latency && recovery;
    }

    private boolean told(String what, String target, double measured, String unit, boolean met) {
        scale.print("    %-16s target %-20s measured %6.1f %-7s %s",
                what, target, measured, unit, met ? "met" : "MISSED");
        return met;
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
}
