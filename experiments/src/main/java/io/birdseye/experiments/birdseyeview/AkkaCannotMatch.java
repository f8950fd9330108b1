package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** BV-6. */
final class AkkaCannotMatch {

    private static final RepairedSibling SIBLING = new RepairedSibling("akka", "akka-pooled",
            "The same library with one pool for all work keeps up with the executor of as many threads: the published "
                    + "pools, 8 workers against 16 threads, made the difference.");

    private static final Variant SHARED_EVENT = counting(CombinationsProbe.SHARED_EVENT);
    private static final List<Variant> ALL_COUNTS = List.of(SHARED_EVENT, counting("akka"), counting("akka-pooled"));

    private AkkaCannotMatch() {}

    private static Variant counting(String way) {
        return Variant.of("bv/combinations/" + way, CombinationsProbe.class, (experiment, effort) -> experiment
                .with("way", way)
                .with("users", ServiceTrial.USERS)
                .with("requests", effort.pick(40, 120))
                .with("callMs", effort.pick(100, 200))
                .with("megabytes", 5)
                // The list of strategies holds one that is a preview.
                .flags("--enable-preview")
                .heap(1_024)
                .runs(effort.pick(2, 3))
                .takes(Duration.ofSeconds(effort.pick(4, 14)), Duration.ofSeconds(90)));
    }

    static Claim claim() {
        return Claim.of("BV-6", "Akka cannot match the traditional way.", "3,500 ms")
                .publishedCause("Actors are for supervision and distribution, not for this.")
                .test("50 closed users. akka as published, 8 workers and one master that combines for all, against "
                        + "executor as published; then akka-pooled, with an actor for each request and all calls and "
                        + "combinations in one pool, against executor, each with 8 threads for calls and 2 for "
                        + "combinations. Beside it combinations are counted: of the article's actors with one event "
                        + "that all workers share, and with full effort of the two strategies.",
                        AkkaCannotMatch::variants)
                .effect("Confirmed if akka takes more than 1.2 times as long as executor; refuted if not.",
                        AkkaCannotMatch::effect)
                .cause("The library stays and the pools are equal; the work runs in one pool in place of workers, and "
                        + "no master combines for all requests. Confirmed if akka-pooled still takes more than 1.2 "
                        + "times as long as executor; refuted if not.", SIBLING::cause)
                .meaning(SIBLING::meaning)
                .picture(SIBLING::chart)
                .build();
    }

    private static List<Variant> variants(Effort effort) {
        return Stream.concat(SIBLING.trials().stream(), effort.pick(List.of(SHARED_EVENT), ALL_COUNTS).stream())
                .toList();
    }

    private static Verdict effect(Measurements measured) {
        Verdict verdict = SIBLING.effect(measured);
        for (Variant count : ALL_COUNTS) {
            if (measured.has(count)) {
                String way = count.name().substring(count.name().lastIndexOf('/') + 1);
                verdict = verdict.besideIfMeasured("combinations per request, 2 are needed: " + way,
                        () -> measured.value(count, CombinationsProbe.PER_REQUEST));
            }
        }
        return verdict;
    }
}
