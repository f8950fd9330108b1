package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Evidence;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.model.Format;
import java.util.ArrayList;
import java.util.List;

/** BV-2. */
final class PublishedOrder {

    /**
     * A row of the article's table.
     *
     * @param onlyFull the asynchronous Disruptor takes ten seconds for a request, and CompletableFuture does as
     *     executor does, so quick effort leaves them out
     */
    record PublishedMean(String strategy, int ms, boolean onlyFull) {

        ServiceTrial trial() {
            return ServiceTrial.published(strategy);
        }

        private String words(String pattern) {
            return Format.text(pattern, strategy, ms);
        }
    }

    private static final List<PublishedMean> TABLE = List.of(
            new PublishedMean("executor", 1_800, false), new PublishedMean("completable-future", 1_800, true),
            new PublishedMean("sequential", 2_100, false), new PublishedMean("rx", 2_300, false),
            new PublishedMean("disruptor", 3_000, false), new PublishedMean("async-executor", 3_500, false),
            new PublishedMean("disruptor-async", 3_500, true), new PublishedMean("akka", 3_500, false));

    private static final double SAME = 1.1;

    private PublishedOrder() {}

    static Claim claim() {
        return Claim.of("BV-2", "The order of the strategies, from fastest: executor and CompletableFuture, "
                        + "sequential, Rx, Disruptor, then the asynchronous ones and Akka.",
                        "mean ms: sequential 2,100; executor(16) 1,800; CompletableFuture(16) 1,800; async "
                                + "executor(16) 3,500; Rx 2,300; Disruptor(11) 3,000; async Disruptor(12) 3,500; Akka "
                                + "3,500")
                .test("50 closed users, 200 ms for every upstream, 5 MB, published pools: the order, with intervals. "
                        + "Quick effort leaves out CompletableFuture and the asynchronous Disruptor.",
                        effort -> rows(effort).stream().map(PublishedMean::trial).toList())
                .effect("Confirmed if every published order of two strategies that differ by more than 10 % holds; "
                        + "refuted if one is reversed.", PublishedOrder::effect)
                .noPublishedCause("None is published for the table as a whole.")
                .effectMeans("With the published pools the published order is found again.",
                        "With the same pools and equal upstreams the order is another: it ranks how many calls each "
                                + "pool lets through, and which upstreams were slow, rather than the libraries.",
                        "Whether the order holds is not settled here.")
                .picture(PublishedOrder::chart)
                .build();
    }

    static List<PublishedMean> rows(Effort effort) {
        return TABLE.stream().filter(row -> effort == Effort.FULL || !row.onlyFull()).toList();
    }

    private static Verdict effect(Measurements measured) {
        List<PublishedMean> rows =
                TABLE.stream().filter(row -> !row.onlyFull() || measured.has(row.trial())).toList();
        List<Verdict> pairs = new ArrayList<>();
        List<String> reversed = new ArrayList<>();
        for (PublishedMean fast : rows) {
            for (PublishedMean slow : rows) {
                if (slow.ms() > SAME * fast.ms()) {
                    Verdict pair = Verdict.above(slow.strategy() + " / " + fast.strategy(),
                            slow.trial().timesAsLongAs(fast.trial(), measured), 1);
                    pairs.add(pair);
                    if (pair.kind() == Kind.REFUTED) {
                        reversed.add(slow.strategy() + " before " + fast.strategy());
                    }
                }
            }
        }
        Verdict all = Verdict.all(pairs.toArray(Verdict[]::new));
        String count = reversed.size() + " of " + pairs.size() + " published orders are reversed";
        List<Evidence> means = rows.stream()
                .map(row -> Evidence.beside(row.words("%s, published %,d ms: mean ms"), row.trial().meanMs(measured)))
                .toList();
        return new Verdict(all.kind(), all.kind() == Kind.INCONCLUSIVE ? all.reason() : count, means,
                reversed.isEmpty() ? List.of() : List.of(count + ": " + String.join(", ", reversed)));
    }

    private static ChartBuilder chart(Measurements measured) {
        ChartBuilder chart = Picture.bars("The strategies in their published order", "mean ms, with 95 % intervals");
        TABLE.forEach(row -> chart.bar(row.words("%s (published %,d)"), () -> row.trial().meanMs(measured)));
        return chart;
    }
}
