package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import java.util.List;

/**
 * The rules of a claim that a library does not fit: as published against executor as published, and then the same
 * library put together otherwise against executor, with equal pools.
 *
 * @param published the article's strategy with the library
 * @param repaired its sibling
 * @param repairedFits what it means if the sibling is as good as executor
 */
record RepairedSibling(String published, String repaired, String repairedFits) {

    static final int IO = 8;
    static final int CPU = 2;
    private static final ServiceTrial EXECUTOR = ServiceTrial.published("executor");
    private static final ServiceTrial EQUAL_EXECUTOR = EXECUTOR.pools(IO, CPU);
    private static final double SLOWER = 1.2;
    private static final String POOLS = IO + " + " + CPU + " threads";

    private ServiceTrial asPublished() {
        return ServiceTrial.published(published);
    }

    private ServiceTrial equalSibling() {
        return ServiceTrial.published(repaired).pools(IO, CPU);
    }

    List<ServiceTrial> trials() {
        return List.of(EXECUTOR, asPublished(), EQUAL_EXECUTOR, equalSibling());
    }

    Verdict effect(Measurements m) {
        return above("as published: " + published + " / executor", asPublished().timesAsLongAs(EXECUTOR, m), SLOWER)
                .besideIfMeasured("executor: mean ms", () -> EXECUTOR.meanMs(m))
                .besideIfMeasured(published + ": mean ms", () -> asPublished().meanMs(m))
                .besideIfMeasured("CPU time per request: " + published + " / executor",
                        () -> m.ratio(ServiceTrial.CPU, asPublished(), EXECUTOR));
    }

    Verdict cause(Measurements m) {
        return above(POOLS + " each: " + repaired + " / executor", equalSibling().timesAsLongAs(EQUAL_EXECUTOR, m),
                SLOWER)
                .besideIfMeasured(published + " as published / " + repaired + ": mean",
                        () -> asPublished().timesAsLongAs(equalSibling(), m));
    }

    ChartBuilder chart(Measurements m) {
        return Picture.bars("As published, and with equal pools", "mean ms of 50 users, with 95 % intervals")
                .bar("executor, published", () -> EXECUTOR.meanMs(m))
                .bar(published + ", published", () -> asPublished().meanMs(m))
                .bar("executor, " + POOLS, () -> EQUAL_EXECUTOR.meanMs(m))
                .bar(repaired + ", " + POOLS, () -> equalSibling().meanMs(m));
    }

    String meaning(Kind effect, Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "Put together otherwise and with equal pools it is still slower: the library has its "
                    + "share in that.";
            case REFUTED -> effect == Kind.REFUTED
                    ? "Neither as published nor put together otherwise does it fall behind the executor here."
                    : repairedFits;
            case INCONCLUSIVE, NOT_TESTABLE ->
                    "Whether it is the library or how it was put together is not settled here.";
        };
    }
}
