package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.birdseyeview.ServiceTrial.Delayed;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict.Evidence;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.model.Effort;
import io.birdseye.model.Format;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The main article's claims on the service under load; here BV-1 and BV-2: how its table was taken, and the order in it. */
public final class ServiceClaims {

    private static final ServiceTrial CLOSED = ServiceTrial.published("executor");
    private static final ServiceTrial OPEN = CLOSED.arrivals(50);

    private static final double PUBLISHED_SECONDS = 1.8;

    /**
     * A row of the table.
     *
     * @param onlyFull the asynchronous Disruptor takes ten seconds for a request, and CompletableFuture does as
     *     executor does, so quick effort leaves them out
     */
    private record PublishedMean(String strategy, int ms, boolean onlyFull) {

        ServiceTrial trial(Delayed upstreams) {
            return ServiceTrial.published(strategy).delayed(upstreams);
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

    private ServiceClaims() {}

    public static List<Claim> claims(int cores) {
        return Stream.of(own(), AsyncClaims.claims(), LibraryClaims.claims(), PoolClaims.claims(cores))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Claim> own() {
        return List.of(
                Claim.of("BV-1", CLOSED, OPEN)
                        .effect(m -> Verdict.any(
                                        above("50 users: answers a second / 50", CLOSED.perSecond(m).times(1 / 50.0), 0.9),
                                        above("50 arrivals a second: answers a second / 50",
                                                OPEN.perSecond(m).times(1 / 50.0), 0.9))
                                .explainIfMeasured("50 users: answers a second x mean seconds, by Little's law the users",
                                        () -> m.value(CLOSED, ServiceTrial.IN_SYSTEM))
                                .explain("answers a second that 50 users can get in 1,800 ms each",
                                        MeasuredValue.exactly(ServiceTrial.USERS / PUBLISHED_SECONDS)))
                        .chart(m -> ServiceTrial.chart("Answers a second of executor with 16 threads", "answers a second", m,
                                List.of(CLOSED, OPEN),
                                trial -> trial.users() > 0 ? "50 users who wait" : "50 arrivals a second",
                                ServiceTrial.PER_SECOND)),
                Claim.of("BV-2", effort -> Stream.of(Delayed.values())
                                .flatMap(upstreams -> rows(effort).map(row -> row.trial(upstreams)))
                                .toList())
                        .effect(m -> Verdict.any(orderHolds("two of four delayed", Delayed.POSTS_AND_ALBUMS, m),
                                orderHolds("all four delayed", Delayed.ALL, m)))
                        .chart(ServiceClaims::orderChart));
    }

    private static Stream<PublishedMean> rows(Effort effort) {
        return TABLE.stream().filter(row -> effort == Effort.THOROUGH || !row.onlyFull());
    }

    private static Verdict orderHolds(String how, Delayed upstreams, Measurements measured) {
        List<PublishedMean> rows =
                TABLE.stream().filter(row -> !row.onlyFull() || measured.has(row.trial(upstreams))).toList();
        Map<Verdict, String> pairs = new LinkedHashMap<>();
        for (PublishedMean fast : rows) {
            for (PublishedMean slow : rows.stream().filter(row -> row.ms() > SAME * fast.ms()).toList()) {
                pairs.put(
                        above(how + ": " + slow.strategy() + " / " + fast.strategy(),
                                slow.trial(upstreams).timesAsLongAs(fast.trial(upstreams), measured), 1),
                        slow.strategy() + " before " + fast.strategy());
            }
        }
        Verdict[] parts = pairs.keySet().toArray(Verdict[]::new);
        Verdict all = Verdict.all(parts);
        List<String> reversed = Verdict.notReproduced(parts).stream().map(pairs::get).toList();
        String count =
                how + ": " + reversed.size() + " of " + pairs.size() + " published orders are reversed";
        List<Evidence> means = rows.stream()
                .map(row -> Evidence.explaining(row.words(how + ": %s, published %,d ms: mean ms"),
                        row.trial(upstreams).meanMs(measured)))
                .toList();
        return new Verdict(all.kind(), all.kind() == Kind.INCONCLUSIVE ? all.reason() : count, means,
                reversed.isEmpty() ? List.of() : List.of(count + ": " + String.join(", ", reversed)), all.chances());
    }

    private static Picture orderChart(Measurements measured) {
        Picture chart = Picture.bars("The strategies in their published order", "mean ms, with 95 % intervals");
        TABLE.forEach(row -> chart
                .bar(row.words("%s (published %,d)"), () -> row.trial(Delayed.ALL).meanMs(measured))
                .bar(row.words("%s, two of four delayed"), () -> row.trial(Delayed.POSTS_AND_ALBUMS).meanMs(measured)));
        return chart;
    }
}
