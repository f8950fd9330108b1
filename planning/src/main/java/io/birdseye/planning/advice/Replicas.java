package io.birdseye.planning.advice;

import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advice.Outlook;
import io.birdseye.planning.simulation.Queueing;
import io.birdseye.planning.simulation.Require;
import io.birdseye.planning.text.Texts;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How many instances share the rate, evenly, and the advice for each: pools that reach the objective also when some are
 * lost. The count is 1, too, where no number does.
 *
 * @param busiest the share of its cores that one may keep busy, or null where one carries the rate without it
 * @param usual the figures of each while none is lost; null if nothing is recommended
 */
public record Replicas(
        Question whole, int count, int lost, @Nullable Double busiest, Advice alone, Advice each, @Nullable Outlook usual) {

    /** Where nothing else is wanted: room for a busy minute, and for the load of one that fails among four. */
    public static final double DEFAULT_BUSIEST = 0.7;

    /** More are a fleet, and another question. */
    public static final int MAX_COUNT = 100_000;

    /** Waiting that so many more instances do not shorten has another reason. */
    private static final int MORE_TRIES = 10;

    /**
     * Answers for one instance, or as many as it takes, some seconds for each number that is tried. One may be lost
     * unless it is said, but none where one is enough; {@code busiest} is above 0 and up to 1.
     */
    public static Replicas advise(StrategyMenu menu, Question question, @Nullable Double busiest, @Nullable Integer lost) {
        Advice alone = Advisor.advise(menu, question);
        double share = busiest == null ? DEFAULT_BUSIEST : busiest;
        Require.positive("the utilisation", share);
        // What nobody set an objective for may still not stand at the brink: a tenth more, and it answers nobody.
        Predicate<Advice> enough = advice -> advice.recommendation() != null && (question.p99Ms() != null
                || advice.question().busyCores() <= Math.max(share, Advisor.MAX_UTILISATION) * question.cores());
        boolean oneIsEnough = enough.test(alone);
        int carrying = (int) Math.max(1, Math.ceil(question.busyCores() / (question.cores() * share) - 1e-9));
        if (oneIsEnough && (lost == null || lost == 0) && (busiest == null || carrying == 1)) {
            return of(menu, question, 1, 0, busiest, alone, alone);
        }
        if (alone.reachability() == Advice.Reachability.POOL_TOO_SMALL && lost == null && busiest == null) {
            // Instances would each bring such a pool, and what stands behind them had to bear their sum: places first.
            return new Replicas(question, 1, 0, share, alone, alone, null);
        }
        int spare = lost == null ? 1 : lost;
        Require.atLeastZero("the number of lost instances", spare);
        // An advice takes seconds, and the same number is asked for again.
        Map<Integer, Advice> known = new HashMap<>(Map.of(1, alone));
        IntFunction<Advice> left = instances ->
                known.computeIfAbsent(instances, some -> Advisor.advise(menu, question.sharedBy(some)));
        int tooFew = 0;
        int count = Math.max(busiest == null && oneIsEnough ? 1 : carrying, spare + 1);
        for (int tried = 0; tried < MORE_TRIES && count <= MAX_COUNT; tried++) {
            Advice each = left.apply(count - spare);
            if (enough.test(each)) {
                int fewest = tooFew == 0 ? count : Queueing.smallest(tooFew + 1, count,
                        fewer -> enough.test(left.apply(fewer - spare)));
                return of(menu, question, fewest, spare, share, alone, left.apply(fewest - spare));
            }
            if (each.reachability() == Advice.Reachability.BELOW_THE_FLOOR) {
                break;
            }
            tooFew = count;
            count += Math.max(1, count / 4);
        }
        return new Replicas(question, 1, 0, share, alone, alone, null);
    }

    private static Replicas of(
            StrategyMenu menu, Question whole, int count, int lost, @Nullable Double busiest, Advice alone, Advice each) {
        Advice.Recommendation recommended = each.recommendation();
        Outlook usual = null;
        if (recommended != null) {
            Topology topology = menu.topology(recommended.strategy(), recommended.io(), recommended.cpu());
            usual = new SimulatedTrials(whole.sharedBy(count)).outlook(recommended.strategy(), topology, each.wantedMs());
        }
        return new Replicas(whole, count, lost, busiest, alone, each, usual);
    }

    /** Requests per second for each, while none is lost. */
    public double perSecond() {
        return whole.perSecond() / count;
    }

    /** The share of its cores that each keeps busy, while none is lost. */
    public double busy() {
        return whole.busyCores() / count / whole.cores();
    }

    /** The same of those that are left when some are lost. */
    public double busyAfterLoss() {
        return whole.busyCores() / (count - lost) / whole.cores();
    }

    /** Calls to the upstreams in flight on average, of all instances together. */
    public double callsInFlight() {
        return Queueing.meanInside(whole.perSecond(), whole.work().callMs());
    }

    /** Calls to the upstreams in flight at most, of all instances together, each on a connection of its own. */
    public long connections() {
        Advice.Recommendation recommended = each.recommendation();
        return recommended == null ? 0 : (long) count * recommended.io();
    }

    /** The whole answer for other programs, with what verified it; null where nothing did. */
    public ObjectNode json(@Nullable ObjectNode measured) {
        ObjectNode json = JsonNodeFactory.instance.objectNode()
                .put("conclusion", each.conclusion())
                .put("reachability", each.reachability().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .put("ratePerSecond", whole.perSecond())
                .put("cores", whole.cores())
                .put("objectiveP99Ms", whole.p99Ms())
                .put("replicas", count);
        json.set("fleet", usual == null ? null : json.objectNode()
                .put("lost", lost)
                .put("ratePerSecondEach", perSecond())
                .put("busyShare", busy())
                .put("busyShareAfterLoss", busyAfterLoss())
                .setAll(Map.of("usual", usual.json()))
                .put("upstreamCallsInFlight", callsInFlight())
                .put("upstreamConnections", connections()));
        json.set("recommendation", each.recommendation() == null ? null : each.recommendation().json());
        json.putArray("sharedPools").addAll(each.sharedPools().stream().map(PoolAdvice::json).toList());
        json.putArray("pools").addAll(each.pools().stream().map(Outlook::json).toList());
        json.putArray("strategies").addAll(each.strategies().stream().map(Outlook::json).toList());
        json.putArray("whatIfs").addAll(each.whatIfs().stream().map(Outlook::json).toList());
        json.set("measured", measured);
        return json;
    }

    /** The answer in five lines, without its reasons. */
    public String answer() {
        return Texts.render("answer.jte", this);
    }

    public String render() {
        String sentences = Texts.render("replicas.jte", this);
        if (count == 1) {
            return each.render() + "\n" + sentences;
        }
        String why = alone.recommendation() == null ? "One instance: " + alone.conclusion() + "\n" : "";
        return why + sentences + "\nEach of them" + (lost == 0 ? "" : ", when " + lost + " of the " + count + " are lost")
                + ":\n" + each.render();
    }
}
