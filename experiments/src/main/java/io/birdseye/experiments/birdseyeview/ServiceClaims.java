package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.birdseyeview.ServiceTrial.Delayed;
import io.birdseye.experiments.birdseyeview.ServiceTrial.Waiting;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict.Evidence;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.model.Effort;
import io.birdseye.model.Format;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The main article's claims on the service under load; here BV-1 to BV-3, BV-5, BV-6 and BV-11. */
public final class ServiceClaims {

    private static final ServiceTrial EXECUTOR = ServiceTrial.published("executor");
    private static final ServiceTrial OPEN = EXECUTOR.arrivals(50);

    private static final double PUBLISHED_SECONDS = 1.8;

    /**
     * A row of the table. Quick effort leaves out CompletableFuture, which does as executor does, and the asynchronous
     * Disruptor, which takes ten seconds for a request.
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

    // BV-3 and BV-11: what it costs to answer asynchronously.
    private static final ServiceTrial SUSPENDED = ServiceTrial.published("async-executor");
    private static final ServiceTrial EQUAL_BLOCKED = EXECUTOR.pools(16, 2);
    private static final ServiceTrial EQUAL_SUSPENDED = ServiceTrial.published("async-executor-split").pools(16, 2);
    private static final ServiceTrial SAME_TOTAL = EQUAL_SUSPENDED.pools(14, 2);

    /** A strategy that suspends the response, and one that blocks the HTTP thread, under the same load. */
    private record Pair(ServiceTrial suspended, ServiceTrial blocked) {

        private static Pair published(String suspended, String blocked) {
            return new Pair(ServiceTrial.published(suspended), ServiceTrial.published(blocked));
        }

        private static Pair equal(String suspended, int calls, int users) {
            return new Pair(
                    ServiceTrial.published(suspended).pools(calls, 2).users(users),
                    ServiceTrial.published("executor").pools(calls, 2).users(users));
        }

        private Verdict slower(String how, Measurements measured) {
            String users = suspended.users() == 1 ? "1 user" : suspended.users() + " users";
            String calls = suspended.io() == 0 ? "" : ", " + suspended.io() + " calls at once";
            return above(how + ", " + users + calls + ": " + suspended.strategy() + " / " + blocked.strategy(),
                    suspended.timesAsLongAs(blocked, measured), 1.1);
        }
    }

    private static final List<Pair> PUBLISHED =
            List.of(Pair.published("async-executor", "executor"), Pair.published("rx", "executor"));

    /** A request takes ten seconds in its chain: too long for quick effort. */
    private static final List<Pair> PUBLISHED_ONLY_FULL = List.of(Pair.published("disruptor-async", "disruptor"));

    /** The pool for calls is the bottleneck. */
    private static final List<Pair> EQUAL = List.of(
            Pair.equal("async-executor-split", 16, ServiceTrial.USERS),
            Pair.equal("rx-nonblocking", 16, ServiceTrial.USERS));

    /**
     * Below capacity and at it: 16 threads carry 20 a second, and an idle service answers in a quarter of a second, so
     * 5 users are capacity. And the cores as the bottleneck, so that whatever costs CPU time shows.
     */
    private static final List<Pair> EQUAL_ONLY_FULL = List.of(
            Pair.equal("rx-nonblocking", 16, 1),
            Pair.equal("rx-nonblocking", 16, 5),
            Pair.equal("async-executor-split", ServiceTrial.ALL_CALLS, ServiceTrial.USERS),
            Pair.equal("rx-nonblocking", ServiceTrial.ALL_CALLS, ServiceTrial.USERS));

    private ServiceClaims() {}

    public static List<Claim> claims(int cores) {
        return Stream.of(own(), asynchronous(), Library.claims(), PoolClaims.claims(cores))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Claim> own() {
        return List.of(
                Claim.of("BV-1", EXECUTOR, OPEN)
                        .effect(m -> Verdict.any(
                                        above("50 users: answers a second / 50", EXECUTOR.perSecond(m).times(1 / 50.0), 0.9),
                                        above("50 arrivals a second: answers a second / 50",
                                                OPEN.perSecond(m).times(1 / 50.0), 0.9))
                                .explainIfMeasured("50 users: answers a second x mean seconds, by Little's law the users",
                                        () -> m.value(EXECUTOR, ServiceTrial.IN_SYSTEM))
                                .explain("answers a second that 50 users can get in 1,800 ms each",
                                        MeasuredValue.exactly(ServiceTrial.USERS / PUBLISHED_SECONDS)))
                        .chart(m -> ServiceTrial.chart("Answers a second of executor with 16 threads", "answers a second", m,
                                List.of(EXECUTOR, OPEN),
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
        String count = how + ": " + reversed.size() + " of " + pairs.size() + " published orders are reversed";
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

    private static List<Claim> asynchronous() {
        List<ServiceTrial> full = List.of(EXECUTOR, SUSPENDED, EQUAL_BLOCKED, EQUAL_SUSPENDED, SAME_TOTAL);
        return List.of(
                Claim.of("BV-3", effort -> effort.pick(full.subList(0, 4), full))
                        .effect(m -> above("as published: async-executor / executor", SUSPENDED.timesAsLongAs(EXECUTOR, m), 1.2)
                                .explainIfMeasured("executor: mean ms", () -> EXECUTOR.meanMs(m))
                                .explainIfMeasured("async-executor: mean ms", () -> SUSPENDED.meanMs(m)))
                        .cause(ServiceClaims::suspendingCosts)
                        .chart(m -> ServiceTrial.meanChart("Response blocked and suspended", m, full)),
                Claim.of("BV-11", effort -> effort.pick(Stream.of(PUBLISHED, EQUAL),
                                        Stream.of(PUBLISHED, PUBLISHED_ONLY_FULL, EQUAL, EQUAL_ONLY_FULL))
                                .flatMap(List::stream)
                                .flatMap(pair -> Stream.of(pair.suspended(), pair.blocked()))
                                .toList())
                        .effect(m -> most("as published", PUBLISHED, PUBLISHED_ONLY_FULL, m))
                        .cause(m -> most("equal budget", EQUAL, EQUAL_ONLY_FULL, m)));
    }

    private static Verdict suspendingCosts(Measurements measured) {
        Verdict verdict = above("16 + 2 threads each: response suspended / HTTP thread blocked",
                EQUAL_SUSPENDED.timesAsLongAs(EQUAL_BLOCKED, measured), 1.2);
        return measured.has(SAME_TOTAL)
                ? verdict.explainIfMeasured("response suspended: one pool of 16 / pools of 14 + 2",
                        () -> SUSPENDED.timesAsLongAs(SAME_TOTAL, measured))
                : verdict;
    }

    private static Verdict most(String how, List<Pair> always, List<Pair> onlyFull, Measurements measured) {
        return Verdict.most(Stream.concat(always.stream(),
                        onlyFull.stream().filter(pair -> measured.has(pair.suspended())))
                .map(pair -> pair.slower(how, measured))
                .toArray(Verdict[]::new));
    }

    /**
     * BV-5 and BV-6: a library does not fit. It is measured as published against executor as published, and then put
     * together otherwise against executor, with equal pools. Steps, of one change each between the two forms, tell what
     * made the difference; counts, how often each way combines, the first with quick effort too.
     */
    private record Library(ServiceTrial published, ServiceTrial repaired, List<Step> steps, List<String> counts) {

        private record Step(String change, ServiceTrial before, ServiceTrial after) {}

        private static final ServiceTrial EQUAL_EXECUTOR = equalPools("executor");
        private static final double SLOWER = 1.2;

        private static ServiceTrial equalPools(String strategy) {
            return ServiceTrial.published(strategy).pools(8, 2);
        }

        static List<Claim> claims() {
            ServiceTrial chain = equalPools("disruptor").waiting(Waiting.LIBRARY);
            ServiceTrial parkingChain = chain.waiting(Waiting.PARKING);
            ServiceTrial diamond = equalPools("disruptor-diamond");
            ServiceTrial libraryDiamond = diamond.waiting(Waiting.LIBRARY);
            Library disruptor = new Library(ServiceTrial.published("disruptor"), diamond,
                    List.of(new Step("the library's waiting: chain / diamond, mean", chain, libraryDiamond),
                            new Step("parking: chain / diamond, mean", parkingChain, diamond),
                            new Step("chain: the library's waiting / parking, mean", chain, parkingChain),
                            new Step("diamond: the library's waiting / parking, mean", libraryDiamond, diamond)),
                    List.of());
            Library akka = new Library(ServiceTrial.published("akka"), equalPools("akka-pooled"), List.of(),
                    List.of(CombinationsProbe.SHARED_EVENT, "akka", "akka-pooled"));
            return List.of(disruptor.claim("BV-5"), akka.claim("BV-6"));
        }

        private Claim claim(String id) {
            List<ServiceTrial> trials = Stream.concat(Stream.of(EXECUTOR, published, EQUAL_EXECUTOR, repaired),
                            steps.stream().flatMap(step -> Stream.of(step.before, step.after)))
                    .distinct()
                    .toList();
            return Claim.of(id, effort -> Stream.concat(trials.stream(),
                            counts.stream().limit(effort.pick(1, counts.size())).map(CombinationsProbe::variant)).toList())
                    .effect(this::falls)
                    .cause(this::stillFalls)
                    .chart(m -> ServiceTrial.meanChart("As published, and with equal pools", m, trials));
        }

        private Verdict falls(Measurements m) {
            String library = published.strategy();
            Verdict verdict =
                    above("as published: " + library + " / executor", published.timesAsLongAs(EXECUTOR, m), SLOWER)
                            .explainIfMeasured("executor: mean ms", () -> EXECUTOR.meanMs(m))
                            .explainIfMeasured(library + ": mean ms", () -> published.meanMs(m))
                            .explainIfMeasured("CPU time per request: " + library + " / executor",
                                    () -> m.ratio(ServiceTrial.CPU, published, EXECUTOR));
            for (String way : counts) {
                Variant count = CombinationsProbe.variant(way);
                if (m.has(count)) {
                    verdict = verdict.explainIfMeasured("combinations per request, 2 are needed: " + way,
                            () -> m.value(count, CombinationsProbe.PER_REQUEST));
                }
            }
            return verdict;
        }

        private Verdict stillFalls(Measurements m) {
            Verdict verdict = above(repaired.pools() + " each: " + repaired.strategy() + " / executor",
                    repaired.timesAsLongAs(EQUAL_EXECUTOR, m), SLOWER)
                    .explainIfMeasured(published.strategy() + " as published / " + repaired.strategy() + ": mean",
                            () -> published.timesAsLongAs(repaired, m));
            for (Step step : steps) {
                verdict = verdict.explainIfMeasured(step.change, () -> step.before.timesAsLongAs(step.after, m));
            }
            return verdict;
        }
    }
}
