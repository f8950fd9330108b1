package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.birdseyeview.ServiceTrial.Waiting;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.util.List;
import java.util.stream.Stream;

/**
 * BV-5 and BV-6: a library does not fit. It is measured as published against executor as published, and then put
 * together otherwise against executor, with equal pools.
 *
 * @param steps one change each, between the published form and the repaired one: they tell what made the difference
 * @param counts what else is measured: how often each way combines, the first with quick effort too
 */
record LibraryClaims(ServiceTrial published, ServiceTrial repaired, List<Step> steps, List<String> counts) {

    /** One change by itself, in words. */
    private record Step(String change, ServiceTrial before, ServiceTrial after) {}

    private static final ServiceTrial EXECUTOR = ServiceTrial.published("executor");
    private static final ServiceTrial EQUAL_EXECUTOR = equalPools("executor");
    private static final double SLOWER = 1.2;

    private static ServiceTrial equalPools(String strategy) {
        return ServiceTrial.published(strategy).pools(8, 2);
    }

    static List<Claim> claims() {
        ServiceTrial chain = equalPools("disruptor").waiting(Waiting.LIBRARY);
        ServiceTrial parkingChain = chain.waiting(Waiting.PARKING);
        ServiceTrial diamond = equalPools("disruptor-diamond");
        ServiceTrial libraryDiamond = diamond.waiting(Waiting.LIBRARY);
        LibraryClaims disruptor = new LibraryClaims(ServiceTrial.published("disruptor"), diamond,
                List.of(new Step("the library's waiting: chain / diamond, mean", chain, libraryDiamond),
                        new Step("parking: chain / diamond, mean", parkingChain, diamond),
                        new Step("chain: the library's waiting / parking, mean", chain, parkingChain),
                        new Step("diamond: the library's waiting / parking, mean", libraryDiamond, diamond)),
                List.of());
        LibraryClaims akka = new LibraryClaims(ServiceTrial.published("akka"), equalPools("akka-pooled"), List.of(),
                List.of(CombinationsProbe.SHARED_EVENT, "akka", "akka-pooled"));
        return List.of(disruptor.claim("BV-5"), akka.claim("BV-6"));
    }

    private Claim claim(String id) {
        List<ServiceTrial> trials = Stream.concat(Stream.of(EXECUTOR, published, EQUAL_EXECUTOR, repaired),
                        steps.stream().flatMap(step -> Stream.of(step.before, step.after)))
                .distinct()
                .toList();
        return Claim.of(id, effort -> Stream.concat(trials.stream(),
                        counts.stream().limit(effort.pick(1, counts.size())).map(CombinationsProbe::variant)).toList())
                .effect(this::falls)
                .cause(this::stillFalls)
                .chart(m -> ServiceTrial.meanChart("As published, and with equal pools", m, trials));
    }

    private Verdict falls(Measurements m) {
        String library = published.strategy();
        Verdict verdict =
                above("as published: " + library + " / executor", published.timesAsLongAs(EXECUTOR, m), SLOWER)
                        .explainIfMeasured("executor: mean ms", () -> EXECUTOR.meanMs(m))
                        .explainIfMeasured(library + ": mean ms", () -> published.meanMs(m))
                        .explainIfMeasured("CPU time per request: " + library + " / executor",
                                () -> m.ratio(ServiceTrial.CPU, published, EXECUTOR));
        for (String way : counts) {
            Variant count = CombinationsProbe.variant(way);
            if (m.has(count)) {
                verdict = verdict.explainIfMeasured("combinations per request, 2 are needed: " + way,
                        () -> m.value(count, CombinationsProbe.PER_REQUEST));
            }
        }
        return verdict;
    }

    private Verdict stillFalls(Measurements m) {
        Verdict verdict = above(repaired.pools() + " each: " + repaired.strategy() + " / executor",
                repaired.timesAsLongAs(EQUAL_EXECUTOR, m), SLOWER)
                .explainIfMeasured(published.strategy() + " as published / " + repaired.strategy() + ": mean",
                        () -> published.timesAsLongAs(repaired, m));
        for (Step step : steps) {
            verdict = verdict.explainIfMeasured(step.change, () -> step.before.timesAsLongAs(step.after, m));
        }
        return verdict;
    }
}
