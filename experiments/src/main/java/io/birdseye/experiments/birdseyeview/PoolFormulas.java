package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * BV-9.
 *
 * @param cores of this machine
 */
record PoolFormulas(int cores) implements Claim {

    private static final int CPU = 2;
    /** Enough for every call of 50 users at once. */
    static final int ALL_CALLS = ServiceTrial.USERS * ServiceTrial.CALLS;

    @Override
    public ClaimText text() {
        return new ClaimText("BV-9", Article.BV,
                "Cores + 1 threads for CPU work and cores x 2 for I/O are the right pools.",
                "cores + 1; cores x 2",
                null,
                "executor with 50 closed users and 200 ms: those pools against 8, 16 and 200 threads for calls (with "
                        + "full effort also 40, with 2 and with cores + 1 for combinations); beside it cores x "
                        + "(1 + wait / compute), with what a request waits and computes here.",
                "Confirmed if throughput at the published sizes is more than 0.9 times the best of the sweep; refuted "
                        + "if less.",
                "None is published.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return sweep(effort).stream().map(trial -> trial.point(effort)).toList();
    }

    /** The published pools first. */
    List<ServiceTrial> sweep(Effort effort) {
        List<ServiceTrial> sweep = new ArrayList<>(List.of(published(), pools(8, CPU), pools(16, CPU), largest()));
        if (effort == Effort.FULL) {
            sweep.add(pools(40, CPU));
            sweep.add(pools(40, cores + 1));
        }
        return sweep.stream().distinct().toList();
    }

    ServiceTrial published() {
        return pools(2 * cores, cores + 1);
    }

    static ServiceTrial largest() {
        return pools(ALL_CALLS, CPU);
    }

    static ServiceTrial pools(int io, int cpu) {
        return ServiceTrial.published("executor").pools(io, cpu);
    }

    @Override
    public Verdict effect(Measurements measurements) {
        ServiceTrial best = sweep(Effort.FULL).stream()
                .filter(trial -> measurements.runs().containsKey(trial.name()))
                .max(Comparator.comparingDouble(trial -> trial.perSecond(measurements).value()))
                .orElse(published());
        return above(words(published()) + " / best of the sweep: answers a second",
                published().timesAsManyAs(best, measurements), 0.9)
                .besideIfMeasured("best of the sweep, " + words(best) + ": answers a second",
                        () -> best.perSecond(measurements))
                .besideIfMeasured("cores x (1 + wait / compute)", () -> formula(measurements));
    }

    /** Four calls of 200 ms are the wait, the CPU time of a request at the largest pools is the compute. */
    private Estimate formula(Measurements measurements) {
        double waitMs = ServiceTrial.CALLS * largest().delayMs();
        Estimate computeMs = measurements.value(largest().name(), ServiceTrial.CPU);
        Estimate ratio = computeMs.inverse().times(waitMs);
        return new Estimate(cores * (1 + ratio.value()), cores * (1 + ratio.low()), cores * (1 + ratio.high()));
    }

    private static String words(ServiceTrial trial) {
        return trial.io() + " + " + trial.cpu() + " threads";
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return Verdict.notTestable(text().causeRule());
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        Picture.Sketch sketch = Picture.bars("What the pools carry",
                "answers a second of 50 users, with 95 % intervals");
        sweep(Effort.FULL).forEach(trial -> sketch.bar(words(trial), () -> trial.perSecond(measurements)));
        return sketch.picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (effect) {
            case CONFIRMED -> "Here the published sizes carry about as much as any.";
            case REFUTED -> "Threads that wait are counted by how long they wait, not by cores: the right pool follows "
                    + "from the rate and the time of the calls.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Whether the published sizes are enough is not settled here.";
        };
    }
}
