package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import java.util.ArrayList;
import java.util.List;

/** BV-3. */
final class AsyncResponseIsSlower {

    static final ServiceTrial BLOCKED = ServiceTrial.published("executor");
    static final ServiceTrial SUSPENDED = ServiceTrial.published("async-executor");
    static final ServiceTrial EQUAL_BLOCKED = BLOCKED.pools(16, 2);
    static final ServiceTrial EQUAL_SUSPENDED = ServiceTrial.published("async-executor-split").pools(16, 2);
    private static final ServiceTrial SAME_TOTAL = EQUAL_SUSPENDED.pools(14, 2);

    private static final double SLOWER = 1.2;

    private AsyncResponseIsSlower() {}

    static Claim claim() {
        return Claim.of("BV-3", "Sending the response asynchronously is slower.", "3,500 ms against 1,800 ms")
                .publishedCause("Handling non-blocking HTTP costs more than blocking.")
                .test("50 closed users. As published: async-executor, whose one pool of 16 does calls and "
                        + "combinations, against executor, which has 16 for calls and the HTTP threads for "
                        + "combinations. Then both with 16 threads for calls and 2 combinations at once; with full "
                        + "effort also one pool of 16 against pools of 14 and 2.", AsyncResponseIsSlower::trials)
                .effect("Confirmed if async-executor takes more than 1.2 times as long as executor; refuted if not.",
                        m -> above("as published: async-executor / executor", SUSPENDED.timesAsLongAs(BLOCKED, m),
                                SLOWER)
                                .besideIfMeasured("executor: mean ms", () -> BLOCKED.meanMs(m))
                                .besideIfMeasured("async-executor: mean ms", () -> SUSPENDED.meanMs(m)))
                .cause("Only the handling of the response changes, suspended or blocked; the pools are equal. "
                        + "Confirmed if suspended takes more than 1.2 times as long; refuted if not.",
                        AsyncResponseIsSlower::cause)
                .meaning(AsyncResponseIsSlower::meaning)
                .picture(m -> Picture.bars("Response blocked and suspended", "mean ms of 50 users, with 95 % intervals")
                        .bar("executor, published", () -> BLOCKED.meanMs(m))
                        .bar("async-executor, published", () -> SUSPENDED.meanMs(m))
                        .bar("executor, 16 + 2 threads", () -> EQUAL_BLOCKED.meanMs(m))
                        .bar("async-executor-split, 16 + 2 threads", () -> EQUAL_SUSPENDED.meanMs(m))
                        .bar("async-executor-split, 14 + 2 threads", () -> SAME_TOTAL.meanMs(m)))
                .build();
    }

    private static List<ServiceTrial> trials(Effort effort) {
        List<ServiceTrial> trials = new ArrayList<>(List.of(BLOCKED, SUSPENDED, EQUAL_BLOCKED, EQUAL_SUSPENDED));
        if (effort == Effort.FULL) {
            trials.add(SAME_TOTAL);
        }
        return trials;
    }

    private static Verdict cause(Measurements measured) {
        Verdict verdict = above("16 + 2 threads each: response suspended / HTTP thread blocked",
                EQUAL_SUSPENDED.timesAsLongAs(EQUAL_BLOCKED, measured), SLOWER);
        return measured.has(SAME_TOTAL)
                ? verdict.besideIfMeasured("response suspended: one pool of 16 / pools of 14 + 2",
                        () -> SUSPENDED.timesAsLongAs(SAME_TOTAL, measured))
                : verdict;
    }

    private static String meaning(Kind effect, Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "With equal pools the suspended response is slower too: its handling has a price here.";
            case REFUTED -> effect == Kind.REFUTED
                    ? "Suspending the response costs next to nothing, with the published pools and with equal ones."
                    : "With equal pools suspending the response costs next to nothing; the published gap compares a "
                            + "pool that also has to combine with one that does not.";
            case INCONCLUSIVE, NOT_TESTABLE ->
                    "What suspending the response costs with equal pools is not settled here.";
        };
    }
}
