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
import java.util.List;
import java.util.Optional;

/** BV-1. */
final class TakenAtFiftyPerSecond implements Claim {

    static final ServiceTrial CLOSED = ServiceTrial.published("executor");
    static final ServiceTrial OPEN = CLOSED.arrivals(50);

    private static final double CLAIMED = 50;
    private static final double PUBLISHED_SECONDS = 1.8;

    @Override
    public ClaimText text() {
        return new ClaimText("BV-1", Article.BV,
                "The comparison was taken at 50 requests a second.",
                "50 req/sec, about 10,000 requests",
                null,
                "executor with its published 16 threads under both load models: 50 users who wait for their answers, "
                        + "and 50 arrivals a second that do not; beside it Little's law, on what is measured and on "
                        + "the published 1,800 ms.",
                "Confirmed if it answers more than 45 a second under either model, so that the table can have been "
                        + "taken at 50; refuted if under neither.",
                "None is published.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return List.of(CLOSED.point(effort), OPEN.point(effort));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return Verdict.any(
                        above("50 users: answers a second / 50", share(CLOSED, measurements), 0.9),
                        above("50 arrivals a second: answers a second / 50", share(OPEN, measurements), 0.9))
                .besideIfMeasured("50 users: answers a second x mean seconds, by Little's law the users",
                        () -> measurements.value(CLOSED.name(), ServiceTrial.IN_SYSTEM))
                .beside("answers a second that 50 users can get in 1,800 ms each",
                        Estimate.exactly(ServiceTrial.USERS / PUBLISHED_SECONDS));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return Verdict.notTestable(text().causeRule());
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return Picture.bars("Answers a second of executor with 16 threads", "answers a second, with 95 % intervals")
                .bar("50 users who wait", () -> CLOSED.perSecond(measurements))
                .bar("50 arrivals a second", () -> OPEN.perSecond(measurements))
                .picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return effect == Verdict.Kind.REFUTED
                ? "With such pools no load model gets 50 answers a second: 50 is the number of users who wait, and "
                        + "their rate is 50 divided by the time of an answer."
                : "Whether 50 can be a rate is shown by how many answers a second the published pools give.";
    }

    private static Estimate share(ServiceTrial trial, Measurements measurements) {
        return trial.perSecond(measurements).times(1 / CLAIMED);
    }
}
