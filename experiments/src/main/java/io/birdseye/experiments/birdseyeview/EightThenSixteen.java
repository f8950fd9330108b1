package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** BV-10. */
final class EightThenSixteen implements Claim {

    static final ServiceTrial EIGHT_AT_100 = trial(8, 100);
    static final ServiceTrial SIXTEEN_AT_100 = trial(16, 100);
    static final ServiceTrial EIGHT_AT_200 = trial(8, 200);
    static final ServiceTrial SIXTEEN_AT_200 = trial(16, 200);

    private static final double BETTER = 1.1;

    @Override
    public ClaimText text() {
        return new ClaimText("BV-10", Article.BV,
                "At 100 ms 8 threads suffice; at 200 ms 16 do better.",
                "8; 16",
                "Threads are blocked until their answer comes.",
                "executor with 50 closed users: 8 and 16 threads for calls, at 100 and at 200 ms; each beside Little's "
                        + "law, threads / seconds of calls per request.",
                "Confirmed if 16 threads give more than 1.1 times as many answers a second as 8 at 200 ms, and less "
                        + "than that at 100 ms; refuted if they do not at 200 ms, or do at 100 ms.",
                "Only the time for which a call blocks its thread changes. Confirmed if 8 threads at 100 ms and both "
                        + "pools at 200 ms give threads / seconds of calls per request within 15 %: blocking alone "
                        + "then says how many are needed; refuted if one is farther off.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return Stream.of(EIGHT_AT_100, SIXTEEN_AT_100, EIGHT_AT_200, SIXTEEN_AT_200)
                .map(trial -> trial.point(effort))
                .toList();
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return Verdict.all(
                above("200 ms: 16 threads / 8, answers a second",
                        SIXTEEN_AT_200.timesAsManyAs(EIGHT_AT_200, measurements), BETTER),
                below("100 ms: 16 threads / 8, answers a second",
                        SIXTEEN_AT_100.timesAsManyAs(EIGHT_AT_100, measurements), BETTER));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return Verdict.all(
                        littlesLaw(EIGHT_AT_100, measurements),
                        littlesLaw(EIGHT_AT_200, measurements),
                        littlesLaw(SIXTEEN_AT_200, measurements))
                .besideIfMeasured("100 ms: answers a second over 16 / 0.4 s",
                        () -> SIXTEEN_AT_100.overLittlesLaw(measurements));
    }

    private static Verdict littlesLaw(ServiceTrial trial, Measurements measurements) {
        return between(trial.delayMs() + " ms: answers a second over " + trial.io() + " / "
                + ServiceTrial.CALLS * trial.delayMs() / 1e3 + " s", trial.overLittlesLaw(measurements), 0.85, 1.15);
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        Picture.Sketch sketch = Picture.bars("Both pools at both delays",
                "answers a second of 50 users, with 95 % intervals");
        Stream.of(EIGHT_AT_100, SIXTEEN_AT_100, EIGHT_AT_200, SIXTEEN_AT_200)
                .forEach(trial -> sketch.bar(trial.io() + " threads at " + trial.delayMs() + " ms",
                        () -> trial.perSecond(measurements)));
        return sketch.picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "Blocked threads it is: a pool carries its threads divided by the seconds that a request "
                    + "blocks them, so what suffices depends on the load as much as on the delay.";
            case REFUTED -> "The time for which threads are blocked does not explain here what a pool carries.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Whether blocking alone sizes the pool is not settled here.";
        };
    }

    private static ServiceTrial trial(int threads, int delayMs) {
        return ServiceTrial.published("executor").pools(threads, 2).delay(delayMs);
    }
}
