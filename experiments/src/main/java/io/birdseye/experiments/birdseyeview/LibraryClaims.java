package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.birdseyeview.ServiceClaims.WORDS;
import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.util.List;
import java.util.stream.Stream;

/**
 * BV-5 and BV-6: a library does not fit. It is measured as published against executor as published, and then put
 * together otherwise against executor, with equal pools.
 */
final class LibraryClaims {

    private static final ServiceTrial EXECUTOR = ServiceTrial.published("executor");
    private static final ServiceTrial EQUAL_EXECUTOR = equalPools("executor");
    private static final String POOLS = "8 + 2 threads";
    private static final double SLOWER = 1.2;

    private static final List<Variant> QUICK_COUNTS =
            List.of(CombinationsProbe.variant(CombinationsProbe.SHARED_EVENT));
    private static final List<Variant> COUNTS = List.of(CombinationsProbe.variant(CombinationsProbe.SHARED_EVENT),
            CombinationsProbe.variant("akka"), CombinationsProbe.variant("akka-pooled"));

    private LibraryClaims() {}

    static ServiceTrial equalPools(String strategy) {
        return ServiceTrial.published(strategy).pools(8, 2);
    }

    static Claim disruptorDoesNotFit() {
        ServiceTrial published = ServiceTrial.published("disruptor");
        ServiceTrial repaired = equalPools("disruptor-diamond");
        return WORDS.claim("BV-5", EXECUTOR, published, EQUAL_EXECUTOR, repaired)
                .effect(m -> falls(published, m))
                .cause(m -> stillFalls(published, repaired, m))
                .chart(m -> chart(published, repaired, m));
    }

    static Claim akkaCannotMatch() {
        ServiceTrial published = ServiceTrial.published("akka");
        ServiceTrial repaired = equalPools("akka-pooled");
        Stream<ServiceTrial> trials = Stream.of(EXECUTOR, published, EQUAL_EXECUTOR, repaired);
        List<Variant> quick = Stream.concat(trials, QUICK_COUNTS.stream()).toList();
        List<Variant> full = Stream.concat(quick.stream(), COUNTS.stream()).toList();
        return WORDS.claim("BV-6", effort -> effort == Effort.FULL ? full : quick)
                .effect(m -> withCounts(falls(published, m), m))
                .cause(m -> stillFalls(published, repaired, m))
                .chart(m -> chart(published, repaired, m));
    }

    private static Verdict falls(ServiceTrial published, Measurements m) {
        String library = published.strategy();
        return above("as published: " + library + " / executor", published.timesAsLongAs(EXECUTOR, m), SLOWER)
                .besideIfMeasured("executor: mean ms", () -> EXECUTOR.meanMs(m))
                .besideIfMeasured(library + ": mean ms", () -> published.meanMs(m))
                .besideIfMeasured("CPU time per request: " + library + " / executor",
                        () -> m.ratio(ServiceTrial.CPU, published, EXECUTOR));
    }

    private static Verdict stillFalls(ServiceTrial published, ServiceTrial repaired, Measurements m) {
        return above(POOLS + " each: " + repaired.strategy() + " / executor",
                repaired.timesAsLongAs(EQUAL_EXECUTOR, m), SLOWER)
                .besideIfMeasured(published.strategy() + " as published / " + repaired.strategy() + ": mean",
                        () -> published.timesAsLongAs(repaired, m));
    }

    private static ChartBuilder chart(ServiceTrial published, ServiceTrial repaired, Measurements m) {
        return Picture.bars("As published, and with equal pools", "mean ms of 50 users, with 95 % intervals")
                .bar("executor, published", () -> EXECUTOR.meanMs(m))
                .bar(published.strategy() + ", published", () -> published.meanMs(m))
                .bar("executor, " + POOLS, () -> EQUAL_EXECUTOR.meanMs(m))
                .bar(repaired.strategy() + ", " + POOLS, () -> repaired.meanMs(m));
    }

    private static Verdict withCounts(Verdict verdict, Measurements m) {
        Verdict all = verdict;
        for (Variant count : COUNTS) {
            if (m.has(count)) {
                String what = count.name().substring(count.name().lastIndexOf('/') + 1);
                all = all.besideIfMeasured("combinations per request, 2 are needed: " + what,
                        () -> m.value(count, CombinationsProbe.PER_REQUEST));
            }
        }
        return all;
    }
}
