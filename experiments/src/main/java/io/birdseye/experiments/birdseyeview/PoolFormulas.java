package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.birdseyeview.ServiceClaims.WORDS;
import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * BV-9: the right sizes of the pools follow from the cores.
 *
 * @param cores of this machine
 */
record PoolFormulas(int cores) {

    static final ServiceTrial LARGEST = pools(ServiceTrial.ALL_CALLS, 2);

    Claim claim() {
        return WORDS.claim("BV-9", this::sweep).effect(this::publishedIsBest).chart(this::chart);
    }

    /** The published pools first. */
    private List<ServiceTrial> sweep(Effort effort) {
        Stream<ServiceTrial> all = Stream.of(published(), pools(8, 2), pools(16, 2), LARGEST);
        return (effort == Effort.FULL ? Stream.concat(all, Stream.of(pools(40, 2), pools(40, cores + 1))) : all)
                .distinct()
                .toList();
    }

    ServiceTrial published() {
        return pools(2 * cores, cores + 1);
    }

    static ServiceTrial pools(int io, int cpu) {
        return ServiceTrial.published("executor").pools(io, cpu);
    }

    private Verdict publishedIsBest(Measurements measured) {
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
