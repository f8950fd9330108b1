package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.time.Duration;
import java.util.List;

/** TR-5. */
final class DelaySuspends implements Claim {

    static final String DELAY = "tr/delay/64-suspended";
    static final String SLEEP = "tr/delay/8-blocking";

    private static final int DELAYS = 64;
    private static final int SLEEPS = 8;

    @Override
    public ClaimText text() {
        return new ClaimText("TR-5", Article.TR,
                "64 coroutines that each delay 2 s on one thread are done after about 2 s.",
                "2,110 ms",
                "A delay suspends the coroutine and leaves the thread to the others.",
                "64 delays at once on one thread; 8 sleeps that block it.",
                "Confirmed if 64 delays take less than 1.2 times one delay; refuted if more.",
                "Only the suspending changes: the same coroutines block the thread by sleeping. Confirmed if eight of "
                        + "them take more than 6 times one.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return List.of(
                point(effort, DELAY, DELAYS, effort.pick(500, 2000), false),
                point(effort, SLEEP, SLEEPS, effort.pick(100, 500), true));
    }

    private static Point point(Effort effort, String name, int tasks, int millis, boolean blocking) {
        return Point.of(name, DelayProbe.class)
                .with("tasks", tasks)
                .with("delayMs", millis)
                .with("blocking", blocking)
                .with("repeats", 3)
                .runs(effort.pick(2, 3))
                .takes(Duration.ofMillis(500 + 3L * (blocking ? tasks : 1) * millis), Duration.ofSeconds(60));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return below("64 delays / one", inDelays(measurements, DELAY), 1.2);
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return above("8 sleeps / one", inDelays(measurements, SLEEP), 6);
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "Suspended coroutines share a thread; blocking ones queue for it.";
            case REFUTED -> "Suspending alone does not explain the time here.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Whether suspending explains the time is not settled here.";
        };
    }

    private static Estimate inDelays(Measurements measurements, String point) {
        return Estimate.ratio(measurements.samples(point, "totalMs"), measurements.samples(point, "delayMs"));
    }
}
