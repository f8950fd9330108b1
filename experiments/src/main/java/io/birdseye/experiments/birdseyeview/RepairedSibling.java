package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;
import java.util.Optional;

/**
 * A claim that a library does not fit: as published against executor as published, and then the same library put
 * together otherwise against executor, with equal pools.
 *
 * @param published the library's strategy of the article
 * @param repaired its sibling
 * @param repairedFits what it means if the sibling is as good as executor
 */
record RepairedSibling(ClaimText text, String published, String repaired, String repairedFits) implements Claim {

    static final int IO = 8;
    static final int CPU = 2;
    private static final ServiceTrial EXECUTOR = ServiceTrial.published("executor");
    private static final ServiceTrial EQUAL_EXECUTOR = EXECUTOR.pools(IO, CPU);
    private static final double SLOWER = 1.2;

    @Override
    public List<Point> points(Effort effort) {
        return List.of(EXECUTOR.point(effort), asPublished().point(effort), EQUAL_EXECUTOR.point(effort),
                equalSibling().point(effort));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return above("as published: " + published + " / executor", asPublished().timesAsLongAs(EXECUTOR, measurements),
                SLOWER)
                .besideIfMeasured("executor: mean ms", () -> EXECUTOR.meanMs(measurements))
                .besideIfMeasured(published + ": mean ms", () -> asPublished().meanMs(measurements))
                .besideIfMeasured("CPU time per request: " + published + " / executor",
                        () -> measurements.ratio(ServiceTrial.CPU, asPublished().name(), EXECUTOR.name()));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return above(IO + " + " + CPU + " threads each: " + repaired + " / executor",
                equalSibling().timesAsLongAs(EQUAL_EXECUTOR, measurements), SLOWER)
                .besideIfMeasured(published + " as published / " + repaired + ": mean",
                        () -> asPublished().timesAsLongAs(equalSibling(), measurements));
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return Picture.bars("As published, and with equal pools", "mean ms of 50 users, with 95 % intervals")
                .bar("executor, published", () -> EXECUTOR.meanMs(measurements))
                .bar(published + ", published", () -> asPublished().meanMs(measurements))
                .bar("executor, " + IO + " + " + CPU + " threads", () -> EQUAL_EXECUTOR.meanMs(measurements))
                .bar(repaired + ", " + IO + " + " + CPU + " threads", () -> equalSibling().meanMs(measurements))
                .picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "Put together otherwise and with equal pools it is still slower: the library has its "
                    + "share in that.";
            case REFUTED -> effect == Verdict.Kind.REFUTED
                    ? "Neither as published nor put together otherwise does it fall behind the executor here."
                    : repairedFits;
            case INCONCLUSIVE, NOT_TESTABLE ->
                    "Whether it is the library or how it was put together is not settled here.";
        };
    }

    private ServiceTrial asPublished() {
        return ServiceTrial.published(published);
    }

    private ServiceTrial equalSibling() {
        return ServiceTrial.published(repaired).pools(IO, CPU);
    }
}
