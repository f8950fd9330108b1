package io.birdseye.experiments.android;

import static io.birdseye.experiments.android.Framework.COROUTINE_CPU;
import static io.birdseye.experiments.android.Framework.COROUTINE_CPU_LIMIT;
import static io.birdseye.experiments.android.Framework.COROUTINE_IO;
import static io.birdseye.experiments.android.Framework.COROUTINE_ONE;
import static io.birdseye.experiments.android.Framework.DIRECT;
import static io.birdseye.experiments.android.Framework.FIXED_CPU;
import static io.birdseye.experiments.android.Framework.FIXED_IO;
import static io.birdseye.experiments.android.Framework.FLOW_CPU;
import static io.birdseye.experiments.android.Framework.FLOW_IO;
import static io.birdseye.experiments.android.Framework.FLOW_ONE;
import static io.birdseye.experiments.android.Framework.RX_CPU;
import static io.birdseye.experiments.android.Framework.RX_IO;
import static io.birdseye.experiments.android.Framework.RX_ONE;
import static io.birdseye.experiments.android.Framework.STEAL_CPU;
import static io.birdseye.experiments.android.Framework.STEAL_IO;
import static io.birdseye.experiments.android.HundredActionsProbe.variant;
import static io.birdseye.experiments.claim.Verdict.all;

import io.birdseye.experiments.android.Framework.Threads;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimWords;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import java.util.List;
import java.util.Set;

/** The claims of the article on a hundred actions. */
public final class AndroidClaims {

    private static final ClaimWords WORDS = ClaimWords.beside(AndroidClaims.class);

    private static final Set<Framework> FIXED = Set.of(FIXED_CPU, FIXED_IO);
    private static final Set<Framework> STEALING = Set.of(STEAL_CPU, STEAL_IO);

    private AndroidClaims() {}

    public static List<Claim> claims() {
        return List.of(directCallIsFastest(), flowCostsMost(), defaultIsNotLimited(), workStealingWins(),
                waitingLevelsFrameworks());
    }

    private static ActionTimes arithmetic(Measurements measured) {
        return new ActionTimes(measured, Action.ARITHMETIC);
    }

    private static ActionTimes lists(Measurements measured) {
        return new ActionTimes(measured, Action.LISTS);
    }

    static Claim directCallIsFastest() {
        return WORDS.claim("AN-1", variant(Action.ARITHMETIC), variant(Action.LISTS))
                .effect(m -> directIsFarAhead(arithmetic(m)))
                .cause(m -> all(arithmetic(m).above(RX_ONE, DIRECT, 10), lists(m).below(RX_ONE, DIRECT, 3)))
                .chart(m -> arithmetic(m).chart());
    }

    private static Verdict directIsFarAhead(ActionTimes times) {
        Framework nearest = times.fastest(framework -> true);
        Framework slowerFixed = times.slowest(FIXED::contains);
        Framework other = times.fastest(framework -> !FIXED.contains(framework));
        return all(times.between(nearest, DIRECT, 35, 140), times.below(slowerFixed, other, 1));
    }

    static Claim flowCostsMost() {
        return WORDS.claim("AN-2", variant(Action.ARITHMETIC))
                .effect(m -> flowIsSlowest(arithmetic(m)))
                .chart(m -> arithmetic(m).chart());
    }

    private static Verdict flowIsSlowest(ActionTimes times) {
        return all(
                times.above(FLOW_ONE, COROUTINE_ONE, 1), times.above(FLOW_ONE, RX_ONE, 1),
                times.above(FLOW_CPU, COROUTINE_CPU, 1), times.above(FLOW_CPU, RX_CPU, 1),
                times.above(FLOW_IO, COROUTINE_IO, 1), times.above(FLOW_IO, RX_IO, 1),
                times.below(COROUTINE_ONE, RX_ONE, 1),
                times.above(COROUTINE_CPU, RX_CPU, 1), times.above(COROUTINE_IO, RX_IO, 1));
    }

    static Claim defaultIsNotLimited() {
        return WORDS.claim("AN-3", variant(Action.ARITHMETIC), variant(Action.LISTS), DefaultConcurrencyProbe.COUNT)
                .effect(m -> Verdict.any(
                        arithmetic(m).outside(COROUTINE_CPU, COROUTINE_CPU_LIMIT, 1 / 1.1, 1.1),
                        lists(m).outside(COROUTINE_CPU, COROUTINE_CPU_LIMIT, 1 / 1.1, 1.1)))
                .cause(m -> Verdict.above("actions at once on Default / cores", m.ratio(DefaultConcurrencyProbe.COUNT,
                        "atOnceWithoutLimit", "allowedByDocumentation"), 1.5));
    }

    static Claim workStealingWins() {
        return WORDS.claim("AN-4", variant(Action.ARITHMETIC), variant(Action.LISTS), variant(Action.MIXED))
                .effect(AndroidClaims::stealingIsFirst)
                .cause(AndroidClaims::stealingHelpsUnequalActions)
                .chart(m -> lists(m).chart());
    }

    private static Verdict stealingIsFirst(Measurements measured) {
        ActionTimes lists = lists(measured);
        return all(
                stealingIsFirst(lists),
                stealingIsFirst(new ActionTimes(measured, Action.MIXED)),
                lists.above(DIRECT, lists.fastest(framework -> true), 1),
                lists.below(DIRECT, lists.fastest(Threads.ONE), 1));
    }

    private static Verdict stealingIsFirst(ActionTimes times) {
        Framework stealing = times.fastest(STEALING::contains);
        Framework other = times.fastest(framework -> !STEALING.contains(framework));
        return times.below(stealing, other, 1);
    }

    private static Verdict stealingHelpsUnequalActions(Measurements measured) {
        double advantage = lists(measured).ratio(STEAL_CPU, FIXED_CPU).value();
        return all(
                lists(measured).below(STEAL_CPU, FIXED_CPU, 0.95),
                arithmetic(measured).above(STEAL_CPU, FIXED_CPU, advantage * 1.05));
    }

    static Claim waitingLevelsFrameworks() {
        return WORDS.claim("AN-5", variant(Action.STORAGE), variant(Action.NETWORK))
                .effect(AndroidClaims::threadsDecide)
                .cause(m -> all(
                        new ActionTimes(m, Action.STORAGE).above(FIXED_CPU, FIXED_IO, 2),
                        new ActionTimes(m, Action.NETWORK).between(RX_IO, FIXED_IO, 0.95, 1.05)))
                .chart(m -> new ActionTimes(m, Action.STORAGE).chart());
    }

    private static Verdict threadsDecide(Measurements measured) {
        ActionTimes storage = new ActionTimes(measured, Action.STORAGE);
        ActionTimes network = new ActionTimes(measured, Action.NETWORK);
        return all(
                storage.below(storage.slowest(Threads.IO), storage.fastest(Threads.CPU), 1),
                storage.below(storage.slowest(Threads.CPU), storage.fastest(Threads.ONE), 1),
                network.below(network.slowest(Threads.IO), network.fastest(Threads.IO), 1.01));
    }
}
