package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** BV-6. */
final class AkkaCannotMatch implements Claim {

    private static final List<String> WAYS = List.of(CombinationsProbe.SHARED_EVENT, "akka", "akka-pooled");

    private final RepairedSibling sibling = new RepairedSibling(
            new ClaimText("BV-6", Article.BV,
                    "Akka cannot match the traditional way.",
                    "3,500 ms",
                    "Actors are for supervision and distribution, not for this.",
                    "50 closed users. akka as published, 8 workers and one master that combines for all, against "
                            + "executor as published; then akka-pooled, with workers that combine, against executor, "
                            + "each with 8 threads for calls and 2 for combinations. Beside it combinations are "
                            + "counted: of the article's actors with one event that all workers share, and with full "
                            + "effort of the two strategies.",
                    "Confirmed if akka takes more than 1.2 times as long as executor; refuted if not.",
                    "Only who combines and equal pools change, the library stays. Confirmed if akka-pooled still takes "
                            + "more than 1.2 times as long as executor; refuted if not."),
            "akka", "akka-pooled",
            "The same library with pooled workers keeps up with the executor of as many threads: the published pools, 8 "
                    + "workers against 16 threads, made the difference.");

    @Override
    public ClaimText text() {
        return sibling.text();
    }

    @Override
    public List<Point> points(Effort effort) {
        Stream<Point> counted = effort.pick(WAYS.subList(0, 1), WAYS).stream().map(way -> counting(way, effort));
        return Stream.concat(sibling.points(effort).stream(), counted).toList();
    }

    private static Point counting(String way, Effort effort) {
        return Point.of(name(way), CombinationsProbe.class)
                .with("way", way)
                .with("users", ServiceTrial.USERS)
                .with("requests", effort.pick(40, 120))
                .with("callMs", effort.pick(100, 200))
                .with("megabytes", 5)
                // The list of strategies holds one that is a preview.
                .flags("--enable-preview")
                .heap(1_024)
                .runs(effort.pick(2, 3))
                .takes(Duration.ofSeconds(effort.pick(4, 14)), Duration.ofSeconds(90));
    }

    private static String name(String way) {
        return "bv/combinations/" + way;
    }

    @Override
    public Verdict effect(Measurements measurements) {
        Verdict verdict = sibling.effect(measurements);
        for (String way : WAYS) {
            if (measurements.runs().containsKey(name(way))) {
                verdict = verdict.besideIfMeasured("combinations per request, 2 are needed: " + way,
                        () -> measurements.value(name(way), CombinationsProbe.PER_REQUEST));
            }
        }
        return verdict;
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return sibling.cause(measurements);
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return sibling.picture(measurements);
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return sibling.explanation(effect, cause);
    }
}
