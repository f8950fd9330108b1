package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;

/** BV-1. */
final class TakenAtFiftyPerSecond {

    static final ServiceTrial CLOSED = ServiceTrial.published("executor");
    static final ServiceTrial OPEN = CLOSED.arrivals(50);

    private static final double PUBLISHED_SECONDS = 1.8;

    private TakenAtFiftyPerSecond() {}

    static Claim claim() {
        return Claim.of("BV-1", "The comparison was taken at 50 requests a second.",
                        "50 req/sec, about 10,000 requests")
                .test("executor with its published 16 threads under both load models: 50 users who wait for their "
                        + "answers, and 50 arrivals a second that do not; beside it Little's law, on what is measured "
                        + "and on the published 1,800 ms.", CLOSED, OPEN)
                .effect("Confirmed if it answers more than 45 a second under either model, so that the table can have "
                        + "been taken at 50; refuted if under neither.", TakenAtFiftyPerSecond::effect)
                .noPublishedCause("None is published.")
                .meaning((effect, cause) -> effect == Kind.REFUTED
                        ? "With such pools no load model gets 50 answers a second: 50 is the number of users who wait, "
                                + "and their rate is 50 divided by the time of an answer."
                        : "Whether 50 can be a rate is shown by how many answers a second the published pools give.")
                .picture(m -> Picture.bars("Answers a second of executor with 16 threads",
                                "answers a second, with 95 % intervals")
                        .bar("50 users who wait", () -> CLOSED.perSecond(m))
                        .bar("50 arrivals a second", () -> OPEN.perSecond(m)))
                .build();
    }

    private static Verdict effect(Measurements m) {
        return Verdict.any(
                        above("50 users: answers a second / 50", CLOSED.perSecond(m).times(1 / 50.0), 0.9),
                        above("50 arrivals a second: answers a second / 50", OPEN.perSecond(m).times(1 / 50.0), 0.9))
                .besideIfMeasured("50 users: answers a second x mean seconds, by Little's law the users",
                        () -> m.value(CLOSED, ServiceTrial.IN_SYSTEM))
                .beside("answers a second that 50 users can get in 1,800 ms each",
                        MeasuredValue.exactly(ServiceTrial.USERS / PUBLISHED_SECONDS));
    }
}
