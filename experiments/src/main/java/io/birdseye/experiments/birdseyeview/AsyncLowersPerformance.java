package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import java.util.List;
import java.util.stream.Stream;

/** BV-11. */
final class AsyncLowersPerformance {

    private static final double SLOWER = 1.1;
    /** 16 threads carry 20 a second, and an idle service answers in a quarter of a second: 5 users are capacity. */
    private static final int AT_CAPACITY = 5;
    private static final int BELOW_CAPACITY = 1;
    private static final int POOL = 16;

    /** A strategy that suspends the response, and one that blocks the HTTP thread, under the same load. */
    record Pair(ServiceTrial suspended, ServiceTrial blocked) {

        private String conditions() {
            String users = suspended.users() == 1 ? "1 user" : suspended.users() + " users";
            return suspended.io() == 0 ? users : users + ", " + suspended.io() + " calls at once";
        }

        private Verdict slower(String how, Measurements measured) {
            return above(how + ", " + conditions() + ": " + suspended.strategy() + " / " + blocked.strategy(),
                    suspended.timesAsLongAs(blocked, measured), SLOWER);
        }
    }

    static final List<Pair> PUBLISHED = List.of(published("async-executor", "executor"), published("rx", "executor"));

    /** A request takes ten seconds in its chain: too long for quick effort. */
    private static final List<Pair> PUBLISHED_ONLY_FULL = List.of(published("disruptor-async", "disruptor"));

    /** The pool for calls is the bottleneck. */
    static final List<Pair> EQUAL = List.of(
            equal("async-executor-split", POOL, ServiceTrial.USERS), equal("rx-nonblocking", POOL, ServiceTrial.USERS));

    /** Below and at capacity; and the cores as the bottleneck, so that whatever costs CPU time shows. */
    private static final List<Pair> EQUAL_ONLY_FULL = List.of(
            equal("rx-nonblocking", POOL, BELOW_CAPACITY),
            equal("rx-nonblocking", POOL, AT_CAPACITY),
            equal("async-executor-split", PoolFormulas.ALL_CALLS, ServiceTrial.USERS),
            equal("rx-nonblocking", PoolFormulas.ALL_CALLS, ServiceTrial.USERS));

    private AsyncLowersPerformance() {}

    private static Pair published(String suspended, String blocked) {
        return new Pair(ServiceTrial.published(suspended), ServiceTrial.published(blocked));
    }

    private static Pair equal(String suspended, int calls, int users) {
        return new Pair(
                ServiceTrial.published(suspended).pools(calls, 2).users(users),
                ServiceTrial.published("executor").pools(calls, 2).users(users));
    }

    static Claim claim() {
        return Claim.of("BV-11", "Reactive or asynchronous code lowers the performance of most traditional "
                        + "applications.", "no figure; in its table 3,500 ms and 2,300 ms against 1,800 ms, and 3,500 "
                        + "ms against 3,000 ms")
                .publishedCause("The cost of asynchronous communication.")
                .test("The table's three asynchronous rows against their blocking counterparts, as published; then "
                        + "async-executor-split and rx-nonblocking against executor, each with 16 calls and 2 "
                        + "combinations at once, far beyond capacity (50 users). With full effort also far below "
                        + "capacity (one user), at it (5), and beyond it with 200 calls at once, so that the cores are "
                        + "the bottleneck. Quick effort leaves out the asynchronous Disruptor.",
                        AsyncLowersPerformance::trials)
                .effect("Confirmed if most of the published asynchronous rows take more than 1.1 times as long as "
                        + "their blocking counterparts; refuted if most do not.",
                        m -> most("as published", PUBLISHED, PUBLISHED_ONLY_FULL, m))
                .cause("Only the budget is made equal. Confirmed if most asynchronous ones still take more than 1.1 "
                        + "times as long; refuted if most do not.",
                        m -> most("equal budget", EQUAL, EQUAL_ONLY_FULL, m))
                .causeMeans("With equal budgets most asynchronous strategies stay slower: they have a price here.",
                        "With equal budgets asynchronous strategies are as quick as blocking ones; where they were "
                                + "slower they had fewer threads for the same work.",
                        "What asynchronous code costs with equal budgets is not settled here.")
                .build();
    }

    private static List<ServiceTrial> trials(Effort effort) {
        return effort.pick(Stream.of(PUBLISHED, EQUAL),
                        Stream.of(PUBLISHED, PUBLISHED_ONLY_FULL, EQUAL, EQUAL_ONLY_FULL))
                .flatMap(List::stream)
                .flatMap(pair -> Stream.of(pair.suspended(), pair.blocked()))
                .distinct()
                .toList();
    }

    private static Verdict most(String how, List<Pair> always, List<Pair> onlyFull, Measurements measured) {
        return Verdict.most(Stream.concat(always.stream(),
                        onlyFull.stream().filter(pair -> measured.has(pair.suspended())))
                .map(pair -> pair.slower(how, measured))
                .toArray(Verdict[]::new));
    }
}
