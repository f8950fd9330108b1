package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** BV-4. */
final class SequentialWinsAtFourHundred implements Claim {

    static final ServiceTrial SEQUENTIAL = ServiceTrial.published("sequential").delay(400);
    static final ServiceTrial POOL_OF_24 = pool(24);
    static final ServiceTrial POOL_OF_48 = pool(48);

    @Override
    public ClaimText text() {
        return new ClaimText("BV-4", Article.BV,
                "At 400 ms sequential beats the executor.",
                "sequential 2,600 ms, executor(24) 3,000 ms",
                "Context switching between 20 and more threads.",
                "A sweep of the executor's pool at 400 ms with 50 closed users and context switches counted, against "
                        + "threads / 1.6 s of calls per request.",
                "Confirmed if sequential is faster than executor(24); refuted if slower.",
                "Only the number of threads changes, to twice as many. Confirmed if 48 threads give fewer answers a "
                        + "second than 24, since they switch more; refuted if more.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return trials(effort).stream().map(trial -> trial.point(effort)).toList();
    }

    static List<ServiceTrial> trials(Effort effort) {
        List<ServiceTrial> trials = new ArrayList<>(List.of(SEQUENTIAL, POOL_OF_24, POOL_OF_48));
        if (effort == Effort.FULL) {
            trials.add(pool(12));
        }
        return trials;
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return below("sequential / executor(24): mean", SEQUENTIAL.timesAsLongAs(POOL_OF_24, measurements), 1)
                .besideIfMeasured("sequential: mean ms", () -> SEQUENTIAL.meanMs(measurements))
                .besideIfMeasured("executor(24): mean ms", () -> POOL_OF_24.meanMs(measurements));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return below("48 threads / 24: answers a second", POOL_OF_48.timesAsManyAs(POOL_OF_24, measurements), 1)
                .besideIfMeasured("24 threads: answers a second / (24 / 1.6 s)",
                        () -> POOL_OF_24.overLittlesLaw(measurements))
                .besideIfMeasured("48 threads: answers a second / (48 / 1.6 s)",
                        () -> POOL_OF_48.overLittlesLaw(measurements))
                .besideIfMeasured("24 threads: context switches per request",
                        () -> measurements.value(POOL_OF_24.name(), ServiceTrial.SWITCHES))
                .besideIfMeasured("48 threads: context switches per request",
                        () -> measurements.value(POOL_OF_48.name(), ServiceTrial.SWITCHES));
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        Picture.Sketch sketch = Picture.curves("What the pool carries at 400 ms", "threads for calls",
                "answers a second of 50 users, with 95 % intervals");
        for (ServiceTrial trial : trials(Effort.FULL)) {
            if (!trial.equals(SEQUENTIAL)) {
                sketch.spot("executor", trial.io(), () -> trial.perSecond(measurements));
                if (measurements.runs().containsKey(trial.name())) {
                    sketch.spot("threads / 1.6 s", trial.io(), () -> Estimate.exactly(trial.io() / 1.6));
                }
            }
        }
        return sketch.picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "More threads make it slower here: they are in one another's way.";
            case REFUTED -> "More threads make it faster: 24 that wait 1.6 s for each request carry 15 a second, "
                    + "whatever they cost to switch.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Whether more threads help or hinder is not settled here.";
        };
    }

    private static ServiceTrial pool(int threads) {
        return ServiceTrial.published("executor").delay(400).pools(threads, 2);
    }
}
