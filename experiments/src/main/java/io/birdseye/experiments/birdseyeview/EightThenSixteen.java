package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import java.util.List;

/** BV-10. */
final class EightThenSixteen {

    static final ServiceTrial EIGHT_AT_100 = trial(8, 100);
    static final ServiceTrial SIXTEEN_AT_100 = trial(16, 100);
    static final ServiceTrial EIGHT_AT_200 = trial(8, 200);
    static final ServiceTrial SIXTEEN_AT_200 = trial(16, 200);

    private static final double BETTER = 1.1;

    private EightThenSixteen() {}

    private static ServiceTrial trial(int threads, int delayMs) {
        return ServiceTrial.published("executor").pools(threads, 2).delay(delayMs);
    }

    static Claim claim() {
        return Claim.of("BV-10", "At 100 ms 8 threads suffice; at 200 ms 16 do better.", "8; 16")
                .publishedCause("Threads are blocked until their answer comes.")
                .test("executor with 50 closed users: 8 and 16 threads for calls, at 100 and at 200 ms; each beside "
                        + "Little's law, threads / seconds of calls per request.",
                        EIGHT_AT_100, SIXTEEN_AT_100, EIGHT_AT_200, SIXTEEN_AT_200)
                .effect("Confirmed if 16 threads give more than 1.1 times as many answers a second as 8 at 200 ms, and "
                        + "less than that at 100 ms; refuted if they do not at 200 ms, or do at 100 ms.",
                        m -> Verdict.all(
                                above("200 ms: 16 threads / 8, answers a second",
                                        SIXTEEN_AT_200.timesAsManyAs(EIGHT_AT_200, m), BETTER),
                                below("100 ms: 16 threads / 8, answers a second",
                                        SIXTEEN_AT_100.timesAsManyAs(EIGHT_AT_100, m), BETTER)))
                .cause("Only the time for which a call blocks its thread changes. Confirmed if 8 threads at 100 ms and "
                        + "both pools at 200 ms give threads / seconds of calls per request within 15 %: blocking "
                        + "alone then says how many are needed; refuted if one is farther off.", m -> Verdict.all(
                                littlesLaw(EIGHT_AT_100, m), littlesLaw(EIGHT_AT_200, m),
                                littlesLaw(SIXTEEN_AT_200, m))
                                .besideIfMeasured("100 ms: answers a second over 16 / 0.4 s",
                                        () -> SIXTEEN_AT_100.overLittlesLaw(m)))
                .causeMeans("Blocked threads it is: a pool carries its threads divided by the seconds that a request "
                        + "blocks them, so what suffices depends on the load as much as on the delay.",
                        "The time for which threads are blocked does not explain here what a pool carries.",
                        "Whether blocking alone sizes the pool is not settled here.")
                .picture(EightThenSixteen::chart)
                .build();
    }

    private static Verdict littlesLaw(ServiceTrial trial, Measurements measured) {
        return between(trial.delayMs() + " ms: answers a second over " + trial.io() + " / "
                + ServiceTrial.CALLS * trial.delayMs() / 1e3 + " s", trial.overLittlesLaw(measured), 0.85, 1.15);
    }

    private static ChartBuilder chart(Measurements measured) {
        ChartBuilder chart =
                Picture.bars("Both pools at both delays", "answers a second of 50 users, with 95 % intervals");
        List.of(EIGHT_AT_100, SIXTEEN_AT_100, EIGHT_AT_200, SIXTEEN_AT_200)
                .forEach(trial -> chart.bar(trial.io() + " threads at " + trial.delayMs() + " ms",
                        () -> trial.perSecond(measured)));
        return chart;
    }
}
