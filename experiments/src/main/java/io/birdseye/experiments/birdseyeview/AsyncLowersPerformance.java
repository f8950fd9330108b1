package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** BV-11. */
final class AsyncLowersPerformance implements Claim {

    private static final double SLOWER = 1.1;
    /** 16 threads carry 20 a second, and an idle service answers in a quarter of a second: 5 users are capacity. */
    private static final int AT_CAPACITY = 5;
    private static final int BELOW_CAPACITY = 1;
    private static final int POOL = 16;

    /** A strategy that suspends the response, and one that blocks the HTTP thread, under the same load. */
    record Pair(ServiceTrial suspended, ServiceTrial blocked) {
        String words() {
            return suspended.strategy() + " / " + blocked.strategy();
        }

        String conditions() {
            String users = suspended.users() == 1 ? "1 user" : suspended.users() + " users";
            return suspended.io() == 0 ? users : users + ", " + suspended.io() + " calls at once";
        }
    }

    /** A request takes ten seconds in its chain: too long for quick effort. */
    private static final Pair ONLY_FULL = published("disruptor-async", "disruptor");

    static final List<Pair> PUBLISHED =
            List.of(published("async-executor", "executor"), published("rx", "executor"), ONLY_FULL);

    /** The pool for calls is the bottleneck. */
    static final List<Pair> EQUAL = List.of(
            equal("async-executor-split", POOL, ServiceTrial.USERS), equal("rx-nonblocking", POOL, ServiceTrial.USERS));

    /** Below and at capacity; and the cores as the bottleneck, so that whatever costs CPU time shows. */
    static final List<Pair> EQUAL_ONLY_FULL = List.of(
            equal("rx-nonblocking", POOL, BELOW_CAPACITY),
            equal("rx-nonblocking", POOL, AT_CAPACITY),
            equal("async-executor-split", PoolFormulas.ALL_CALLS, ServiceTrial.USERS),
            equal("rx-nonblocking", PoolFormulas.ALL_CALLS, ServiceTrial.USERS));

    @Override
    public ClaimText text() {
        return new ClaimText("BV-11", Article.BV,
                "Reactive or asynchronous code lowers the performance of most traditional applications.",
                "no figure; in its table 3,500 ms and 2,300 ms against 1,800 ms, and 3,500 ms against 3,000 ms",
                "The cost of asynchronous communication.",
                "The table's three asynchronous rows against their blocking counterparts, as published; then "
                        + "async-executor-split and rx-nonblocking against executor, each with 16 calls and 2 "
                        + "combinations at once, far beyond capacity (50 users). With full effort also far below "
                        + "capacity (one user), at it (5), and beyond it with 200 calls at once, so that the cores "
                        + "are the bottleneck. Quick effort leaves out the asynchronous Disruptor.",
                "Confirmed if most of the published asynchronous rows take more than 1.1 times as long as their "
                        + "blocking counterparts; refuted if most do not.",
                "Only the budget is made equal. Confirmed if most asynchronous ones still take more than 1.1 times as "
                        + "long; refuted if most do not.");
    }

    @Override
    public List<Point> points(Effort effort) {
        List<Pair> pairs = new ArrayList<>(PUBLISHED);
        pairs.addAll(EQUAL);
        if (effort == Effort.QUICK) {
            pairs.remove(ONLY_FULL);
        } else {
            pairs.addAll(EQUAL_ONLY_FULL);
        }
        return pairs.stream()
                .flatMap(pair -> List.of(pair.suspended(), pair.blocked()).stream())
                .distinct()
                .map(trial -> trial.point(effort))
                .toList();
    }

    @Override
    public Verdict effect(Measurements measurements) {
        List<Pair> measured = PUBLISHED.stream()
                .filter(pair -> !pair.equals(ONLY_FULL) || measurements.runs().containsKey(pair.suspended().name()))
                .toList();
        return most("as published", measured, measurements);
    }

    @Override
    public Verdict cause(Measurements measurements) {
        List<Pair> measured = Stream.concat(EQUAL.stream(), EQUAL_ONLY_FULL.stream()
                        .filter(pair -> measurements.runs().containsKey(pair.suspended().name())))
                .toList();
        return most("equal budget", measured, measurements);
    }

    private static Verdict most(String how, List<Pair> pairs, Measurements measurements) {
        return Verdict.most(pairs.stream()
                .map(pair -> above(how + ", " + pair.conditions() + ": " + pair.words(),
                        pair.suspended().timesAsLongAs(pair.blocked(), measurements), SLOWER))
                .toArray(Verdict[]::new));
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "With equal budgets most asynchronous strategies stay slower: they have a price here.";
            case REFUTED -> "With equal budgets asynchronous strategies are as quick as blocking ones; where they were "
                    + "slower they had fewer threads for the same work.";
            case INCONCLUSIVE, NOT_TESTABLE -> "What asynchronous code costs with equal budgets is not settled here.";
        };
    }

    private static Pair published(String suspended, String blocked) {
        return new Pair(ServiceTrial.published(suspended), ServiceTrial.published(blocked));
    }

    private static Pair equal(String suspended, int calls, int users) {
        return new Pair(
                ServiceTrial.published(suspended).pools(calls, 2).users(users),
                ServiceTrial.published("executor").pools(calls, 2).users(users));
    }
}
