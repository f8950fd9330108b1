package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.claim.Verdict.Evidence;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** BV-2. */
final class PublishedOrder implements Claim {

    /** A row of the article's table. */
    record Row(String strategy, int publishedMs) {
        ServiceTrial trial() {
            return ServiceTrial.published(strategy);
        }
    }

    static final List<Row> TABLE = List.of(
            new Row("executor", 1_800), new Row("completable-future", 1_800), new Row("sequential", 2_100),
            new Row("rx", 2_300), new Row("disruptor", 3_000), new Row("async-executor", 3_500),
            new Row("disruptor-async", 3_500), new Row("akka", 3_500));

    private static final Set<String> ONLY_FULL = Set.of("completable-future", "disruptor-async");
    private static final double SAME = 1.1;

    @Override
    public ClaimText text() {
        return new ClaimText("BV-2", Article.BV,
                "The order of the strategies, from fastest: executor and CompletableFuture, sequential, Rx, Disruptor, "
                        + "then the asynchronous ones and Akka.",
                "mean ms: sequential 2,100; executor(16) 1,800; CompletableFuture(16) 1,800; async executor(16) 3,500; "
                        + "Rx 2,300; Disruptor(11) 3,000; async Disruptor(12) 3,500; Akka 3,500",
                null,
                "50 closed users, 200 ms for every upstream, 5 MB, published pools: the order, with intervals. "
                        + "Quick effort leaves out CompletableFuture and the asynchronous Disruptor.",
                "Confirmed if every published order of two strategies that differ by more than 10 % holds; refuted if "
                        + "one is reversed.",
                "None is published for the table as a whole.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return rows(effort).stream().map(row -> row.trial().point(effort)).toList();
    }

    /** The asynchronous Disruptor takes ten seconds for a request, and CompletableFuture does as executor does. */
    static List<Row> rows(Effort effort) {
        return TABLE.stream()
                .filter(row -> effort == Effort.FULL || !ONLY_FULL.contains(row.strategy()))
                .toList();
    }

    @Override
    public Verdict effect(Measurements measurements) {
        List<Row> measured = TABLE.stream()
                .filter(row -> !ONLY_FULL.contains(row.strategy())
                        || measurements.runs().containsKey(row.trial().name()))
                .toList();
        List<Verdict> pairs = new ArrayList<>();
        List<String> reversed = new ArrayList<>();
        for (Row fast : measured) {
            for (Row slow : measured) {
                if (slow.publishedMs() > SAME * fast.publishedMs()) {
                    Verdict pair = Verdict.above(slow.strategy() + " / " + fast.strategy(),
                            slow.trial().timesAsLongAs(fast.trial(), measurements), 1);
                    pairs.add(pair);
                    if (pair.kind() == Verdict.Kind.REFUTED) {
                        reversed.add(slow.strategy() + " before " + fast.strategy());
                    }
                }
            }
        }
        Verdict all = Verdict.all(pairs.toArray(Verdict[]::new));
        String reason = all.kind() == Verdict.Kind.INCONCLUSIVE
                ? all.reason()
                : reversed.size() + " of " + pairs.size() + " published orders are reversed";
        List<Evidence> means = measured.stream()
                .map(row -> new Evidence(String.format(Locale.ROOT, "%s, published %,d ms: mean ms", row.strategy(),
                        row.publishedMs()), row.trial().meanMs(measurements)))
                .toList();
        return new Verdict(all.kind(), reason, means,
                reversed.isEmpty() ? List.of() : List.of(reason + ": " + String.join(", ", reversed)));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return Verdict.notTestable(text().causeRule());
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        Picture.Sketch sketch = Picture.bars("The strategies in their published order", "mean ms, with 95 % intervals");
        TABLE.forEach(row -> sketch.bar(String.format(Locale.ROOT, "%s (published %,d)", row.strategy(),
                row.publishedMs()), () -> row.trial().meanMs(measurements)));
        return sketch.picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (effect) {
            case CONFIRMED -> "With the published pools the published order is found again.";
            case REFUTED -> "With the same pools and equal upstreams the order is another: it ranks how many calls "
                    + "each pool lets through, and which upstreams were slow, rather than the libraries.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Whether the order holds is not settled here.";
        };
    }
}
