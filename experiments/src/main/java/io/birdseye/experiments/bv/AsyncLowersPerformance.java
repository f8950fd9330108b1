package io.birdseye.experiments.bv;

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

/** BV-11. */
final class AsyncLowersPerformance implements Claim {

    private static final double SLOWER = 1.1;
    /** 16 threads carry 20 a second, and an idle service answers in a quarter of a second: 5 users are capacity. */
    private static final int AT_CAPACITY = 5;
    private static final int BELOW_CAPACITY = 1;

    /** A strategy that suspends the response, and one that blocks the HTTP thread, under the same load. */
    record Pair(ServiceTrial suspended, ServiceTrial blocked) {
        String words() {
            return suspended.strategy() + " / " + blocked.strategy();
        }
    }

    /** A request takes ten seconds in its chain: too long for quick effort. */
    private static final Pair ONLY_FULL = published("disruptor-async", "disruptor");

    static final List<Pair> PUBLISHED =
            List.of(published("async-executor", "executor"), published("rx", "executor"), ONLY_FULL);

    static final List<Pair> EQUAL = List.of(
            equal("async-executor-split", ServiceTrial.USERS), equal("rx-nonblocking", ServiceTrial.USERS));

    /** Measured with full effort only, beside those that decide. */
    private static final List<Pair> BELOW =
            List.of(equal("rx-nonblocking", BELOW_CAPACITY), equal("rx-nonblocking", AT_CAPACITY));

    @Override
    public ClaimText text() {
        return new ClaimText("BV-11", Article.BV,
                "Reactive or asynchronous code lowers the performance of most traditional applications.",
                "no figure; in its table 3,500 ms and 2,300 ms against 1,800 ms, and 3,500 ms against 3,000 ms",
                "The cost of asynchronous communication.",
                "The table's three asynchronous rows against their blocking counterparts, as published; then "
                        + "async-executor-split and rx-nonblocking against executor, each with 16 calls and 2 "
                        + "combinations at once, far beyond capacity (50 users), with full "
                        + "effort also far below (one user) and at it (5). Quick effort leaves out "
                        + "the asynchronous Disruptor.",
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
            pairs.addAll(BELOW);
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
        Verdict verdict = most("equal budget", EQUAL, measurements);
        for (Pair pair : BELOW) {
            if (measurements.runs().containsKey(pair.suspended().name())) {
                verdict = verdict.besideIfMeasured(
                        "equal budget, users " + pair.suspended().users() + ": " + pair.words(),
                        () -> pair.suspended().timesAsLongAs(pair.blocked(), measurements));
            }
        }
        return verdict;
    }

    private static Verdict most(String how, List<Pair> pairs, Measurements measurements) {
        return Verdict.most(pairs.stream()
                .map(pair -> above(how + ", " + pair.suspended().users() + " users: " + pair.words(),
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

    private static Pair equal(String suspended, int users) {
        return new Pair(
                ServiceTrial.published(suspended).pools(16, 2).users(users),
                ServiceTrial.published("executor").pools(16, 2).users(users));
    }
}
