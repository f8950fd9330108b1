package io.birdseye.loadtest.overload;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.Format;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A load that steps up and down, and the regret of {@code adaptive} against the best fixed strategy of each phase. */
record SteppedLoad(OverloadScale scale, Overload.Plan plan) {

    /** The load of each phase, in capacities. */
    private static final List<Double> STEPS = List.of(0.3, 0.9, 2.0, 0.6, 1.5, 0.3);

    static Duration span(Overload.Plan plan, Duration start) {
        return start.plus(plan.step().multipliedBy(STEPS.size()))
                .multipliedBy(1L + plan.fixed().size());
    }

    void run() throws TrialFailure, IOException, InterruptedException {
        scale.print("");
        scale.print("A load that steps up and down; useful answers/s and median ms of each phase, %d s each",
                plan.step().toSeconds());
        scale.row("load in capacities", STEPS.stream().map(step -> Format.fixed(step, 1)));
        double[] own = goodput(Overload.ADAPTIVE);
        double[] best = new double[STEPS.size()];
        for (String strategy : plan.fixed()) {
            double[] goodput = goodput(strategy);
            Arrays.setAll(best, phase -> Math.max(best[phase], goodput[phase]));
        }
        scale.row("regret", IntStream.range(0, best.length)
                .mapToObj(phase -> Format.text("%.0f%%", 100 * regret(best[phase], own[phase]))));
        scale.print("regret in all: %.1f %% (against the best fixed strategy of each phase;"
                        + " below 0 is better than all of them)",
                100 * regret(Arrays.stream(best).sum(), Arrays.stream(own).sum()));
    }

    private double[] goodput(String strategy) throws TrialFailure, IOException, InterruptedException {
        List<PhaseFigures> phases = scale.offer(strategy, "stepped-" + strategy, scale.steps(STEPS, plan.step()));
        scale.row(strategy, phases.stream().map(phase -> Format.text("%.1f %.0f", phase.goodput(), phase.p50Ms())));
        return phases.stream().mapToDouble(PhaseFigures::goodput).toArray();
    }

    /** The share of what the best fixed strategy reached that is missing. */
    static double regret(double best, double adaptive) {
        return best <= 0 ? 0 : (best - adaptive) / best;
    }
}
