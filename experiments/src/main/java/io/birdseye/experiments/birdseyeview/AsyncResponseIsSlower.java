package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** BV-3. */
final class AsyncResponseIsSlower implements Claim {

    static final ServiceTrial BLOCKED = ServiceTrial.published("executor");
    static final ServiceTrial SUSPENDED = ServiceTrial.published("async-executor");
    static final ServiceTrial EQUAL_BLOCKED = BLOCKED.pools(16, 2);
    static final ServiceTrial EQUAL_SUSPENDED = ServiceTrial.published("async-executor-split").pools(16, 2);
    private static final ServiceTrial SAME_TOTAL = EQUAL_SUSPENDED.pools(14, 2);

    private static final double SLOWER = 1.2;

    @Override
    public ClaimText text() {
        return new ClaimText("BV-3", Article.BV,
                "Sending the response asynchronously is slower.",
                "3,500 ms against 1,800 ms",
                "Handling non-blocking HTTP costs more than blocking.",
                "50 closed users. As published: async-executor, whose one pool of 16 does calls and combinations, "
                        + "against executor, which has 16 for calls and the HTTP threads for combinations. Then both "
                        + "with 16 threads for calls and 2 combinations at once; with full effort also one pool of 16 "
                        + "against pools of 14 and 2.",
                "Confirmed if async-executor takes more than 1.2 times as long as executor; refuted if not.",
                "Only the handling of the response changes, suspended or blocked; the pools are equal. Confirmed if "
                        + "suspended takes more than 1.2 times as long; refuted if not.");
    }

    @Override
    public List<Point> points(Effort effort) {
        List<ServiceTrial> trials = new ArrayList<>(List.of(BLOCKED, SUSPENDED, EQUAL_BLOCKED, EQUAL_SUSPENDED));
        if (effort == Effort.FULL) {
            trials.add(SAME_TOTAL);
        }
        return trials.stream().map(trial -> trial.point(effort)).toList();
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return above("as published: async-executor / executor", SUSPENDED.timesAsLongAs(BLOCKED, measurements), SLOWER)
                .besideIfMeasured("executor: mean ms", () -> BLOCKED.meanMs(measurements))
                .besideIfMeasured("async-executor: mean ms", () -> SUSPENDED.meanMs(measurements));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        Verdict verdict = above("16 + 2 threads each: response suspended / HTTP thread blocked",
                EQUAL_SUSPENDED.timesAsLongAs(EQUAL_BLOCKED, measurements), SLOWER);
        return measurements.runs().containsKey(SAME_TOTAL.name())
                ? verdict.besideIfMeasured("response suspended: one pool of 16 / pools of 14 + 2",
                        () -> SUSPENDED.timesAsLongAs(SAME_TOTAL, measurements))
                : verdict;
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return Picture.bars("Response blocked and suspended", "mean ms of 50 users, with 95 % intervals")
                .bar("executor, published", () -> BLOCKED.meanMs(measurements))
                .bar("async-executor, published", () -> SUSPENDED.meanMs(measurements))
                .bar("executor, 16 + 2 threads", () -> EQUAL_BLOCKED.meanMs(measurements))
                .bar("async-executor-split, 16 + 2 threads", () -> EQUAL_SUSPENDED.meanMs(measurements))
                .bar("async-executor-split, 14 + 2 threads", () -> SAME_TOTAL.meanMs(measurements))
                .picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "With equal pools the suspended response is slower too: its handling has a price here.";
            case REFUTED -> effect == Verdict.Kind.REFUTED
                    ? "Suspending the response costs next to nothing, with the published pools and with equal ones."
                    : "With equal pools suspending the response costs next to nothing; the published gap compares a "
                            + "pool that also has to combine with one that does not.";
            case INCONCLUSIVE, NOT_TESTABLE ->
                    "What suspending the response costs with equal pools is not settled here.";
        };
    }
}
