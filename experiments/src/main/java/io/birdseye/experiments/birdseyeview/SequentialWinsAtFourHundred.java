package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import java.util.List;

/** BV-4. */
final class SequentialWinsAtFourHundred {

    static final ServiceTrial SEQUENTIAL = ServiceTrial.published("sequential").delay(400);
    static final ServiceTrial POOL_OF_24 = pool(24);
    static final ServiceTrial POOL_OF_48 = pool(48);
    private static final ServiceTrial POOL_OF_12 = pool(12);

    private SequentialWinsAtFourHundred() {}

    private static ServiceTrial pool(int threads) {
        return ServiceTrial.published("executor").delay(400).pools(threads, 2);
    }

    static Claim claim() {
        return Claim.of("BV-4", "At 400 ms sequential beats the executor.",
                        "sequential 2,600 ms, executor(24) 3,000 ms")
                .publishedCause("Context switching between 20 and more threads.")
                .test("A sweep of the executor's pool at 400 ms with 50 closed users and context switches counted, "
                        + "against threads / 1.6 s of calls per request.",
                        effort -> effort.pick(List.of(SEQUENTIAL, POOL_OF_24, POOL_OF_48),
                                List.of(SEQUENTIAL, POOL_OF_24, POOL_OF_48, POOL_OF_12)))
                .effect("Confirmed if sequential is faster than executor(24); refuted if slower.", m ->
                        below("sequential / executor(24): mean", SEQUENTIAL.timesAsLongAs(POOL_OF_24, m), 1)
                                .besideIfMeasured("sequential: mean ms", () -> SEQUENTIAL.meanMs(m))
                                .besideIfMeasured("executor(24): mean ms", () -> POOL_OF_24.meanMs(m)))
                .cause("Only the number of threads changes, to twice as many. Confirmed if 48 threads give fewer "
                        + "answers a second than 24, since they switch more; refuted if more.",
                        SequentialWinsAtFourHundred::cause)
                .causeMeans("More threads make it slower here: they are in one another's way.",
                        "More threads make it faster: 24 that wait 1.6 s for each request carry 15 a second, whatever "
                                + "they cost to switch.",
                        "Whether more threads help or hinder is not settled here.")
                .picture(SequentialWinsAtFourHundred::chart)
                .build();
    }

    private static Verdict cause(Measurements m) {
        return below("48 threads / 24: answers a second", POOL_OF_48.timesAsManyAs(POOL_OF_24, m), 1)
                .besideIfMeasured("24 threads: answers a second / (24 / 1.6 s)", () -> POOL_OF_24.overLittlesLaw(m))
                .besideIfMeasured("48 threads: answers a second / (48 / 1.6 s)", () -> POOL_OF_48.overLittlesLaw(m))
                .besideIfMeasured("24 threads: context switches per request", () -> POOL_OF_24.switches(m))
                .besideIfMeasured("48 threads: context switches per request", () -> POOL_OF_48.switches(m));
    }

    private static ChartBuilder chart(Measurements measured) {
        ChartBuilder chart = Picture.curves("What the pool carries at 400 ms", "threads for calls",
                "answers a second of 50 users, with 95 % intervals");
        for (ServiceTrial trial : List.of(POOL_OF_24, POOL_OF_48, POOL_OF_12)) {
            chart.point("executor", trial.io(), () -> trial.perSecond(measured));
            if (measured.has(trial)) {
                chart.point("threads / 1.6 s", trial.io(), () -> MeasuredValue.exactly(trial.io() / 1.6));
            }
        }
        return chart;
    }
}
