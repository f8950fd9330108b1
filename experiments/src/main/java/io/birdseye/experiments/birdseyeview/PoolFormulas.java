package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * BV-9.
 *
 * @param cores of this machine
 */
record PoolFormulas(int cores) {

    private static final int CPU = 2;
    /** Enough for every call of 50 users at once. */
    static final int ALL_CALLS = ServiceTrial.USERS * ServiceTrial.CALLS;
    static final ServiceTrial LARGEST = pools(ALL_CALLS, CPU);

    static Claim claim(int cores) {
        PoolFormulas rules = new PoolFormulas(cores);
        return Claim.of("BV-9", "Cores + 1 threads for CPU work and cores x 2 for I/O are the right pools.",
                        "cores + 1; cores x 2")
                .test("executor with 50 closed users and 200 ms: those pools against 8, 16 and 200 threads for calls "
                        + "(with full effort also 40, with 2 and with cores + 1 for combinations); beside it cores x "
                        + "(1 + wait / compute), with what a request waits and computes here.", rules::sweep)
                .effect("Confirmed if throughput at the published sizes is more than 0.9 times the best of the sweep; "
                        + "refuted if less.", rules::effect)
                .noPublishedCause("None is published.")
                .effectMeans("Here the published sizes carry about as much as any.",
                        "Threads that wait are counted by how long they wait, not by cores: the right pool follows "
                                + "from the rate and the time of the calls.",
                        "Whether the published sizes are enough is not settled here.")
                .picture(rules::chart)
                .build();
    }

    /** The published pools first. */
    private List<ServiceTrial> sweep(Effort effort) {
        List<ServiceTrial> sweep = new ArrayList<>(List.of(published(), pools(8, CPU), pools(16, CPU), LARGEST));
        if (effort == Effort.FULL) {
            sweep.add(pools(40, CPU));
            sweep.add(pools(40, cores + 1));
        }
        return sweep.stream().distinct().toList();
    }

    ServiceTrial published() {
        return pools(2 * cores, cores + 1);
    }

    static ServiceTrial pools(int io, int cpu) {
        return ServiceTrial.published("executor").pools(io, cpu);
    }

    private Verdict effect(Measurements measured) {
        ServiceTrial best = sweep(Effort.FULL).stream()
                .filter(measured::has)
                .max(Comparator.comparingDouble(trial -> trial.perSecond(measured).value()))
                .orElse(published());
        return above(words(published()) + " / best of the sweep: answers a second",
                published().timesAsManyAs(best, measured), 0.9)
                .besideIfMeasured("best of the sweep, " + words(best) + ": answers a second",
                        () -> best.perSecond(measured))
                .besideIfMeasured("cores x (1 + wait / compute)", () -> formula(measured));
    }

    /** Four calls of 200 ms are the wait, the CPU time of a request at the largest pools is the compute. */
    private MeasuredValue formula(Measurements measured) {
        double waitMs = ServiceTrial.CALLS * LARGEST.delayMs();
        MeasuredValue ratio = measured.value(LARGEST, ServiceTrial.CPU).inverse().times(waitMs);
        return new MeasuredValue(cores * (1 + ratio.value()), cores * (1 + ratio.low()), cores * (1 + ratio.high()));
    }

    private ChartBuilder chart(Measurements measured) {
        ChartBuilder chart = Picture.bars("What the pools carry", "answers a second of 50 users, with 95 % intervals");
        sweep(Effort.FULL).forEach(trial -> chart.bar(words(trial), () -> trial.perSecond(measured)));
        return chart;
    }

    private static String words(ServiceTrial trial) {
        return trial.io() + " + " + trial.cpu() + " threads";
    }
}
