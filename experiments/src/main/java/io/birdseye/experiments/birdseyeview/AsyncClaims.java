package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import java.util.List;
import java.util.stream.Stream;

/** BV-3 and BV-11: what it costs to answer asynchronously. */
final class AsyncClaims {

    private static final ServiceTrial BLOCKED = ServiceTrial.published("executor");
    private static final ServiceTrial SUSPENDED = ServiceTrial.published("async-executor");
    private static final ServiceTrial EQUAL_BLOCKED = BLOCKED.pools(16, 2);
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

    private AsyncClaims() {}

    static List<Claim> claims() {
        List<ServiceTrial> full = List.of(BLOCKED, SUSPENDED, EQUAL_BLOCKED, EQUAL_SUSPENDED, SAME_TOTAL);
        return List.of(
                Claim.of("BV-3", effort -> effort.pick(full.subList(0, 4), full))
                        .effect(m -> above("as published: async-executor / executor", SUSPENDED.timesAsLongAs(BLOCKED, m), 1.2)
                                .explainIfMeasured("executor: mean ms", () -> BLOCKED.meanMs(m))
                                .explainIfMeasured("async-executor: mean ms", () -> SUSPENDED.meanMs(m)))
                        .cause(AsyncClaims::suspendingCosts)
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
}
