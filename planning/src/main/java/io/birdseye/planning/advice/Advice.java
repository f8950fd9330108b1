package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.text.Texts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to a {@link Question}, as figures; {@code conclusion.jte} and {@code advice.jte} turn them into sentences.
 * Without an objective a little more than the p99 with unlimited pools is wanted, which is not known if the cores
 * cannot do the work. Pools are the recommended one and its neighbours, strategies all with it, the simplest first.
 */
public record Advice(
        Question question, Reachability reachability, double wantedMs, @Nullable SimulationResult unlimited,
        @Nullable Recommendation recommendation, List<Outlook> pools, List<Outlook> strategies, List<Outlook> whatIfs,
        List<PoolAdvice> sharedPools) {

    /** Whether the objective can be reached. If it cannot, that is an answer too, not an error. */
    public enum Reachability {
        REACHABLE,
        /** The cores cannot do the work at this rate. */
        NOT_ENOUGH_CORES,
        /** A request that is alone takes longer than the objective. */
        BELOW_THE_FLOOR,
        /** A pool that requests share cannot carry the rate, or lets them wait too long: no strategy changes that. */
        POOL_TOO_SMALL,
        /** The cores can do the work, but requests wait too long for them. */
        TOO_MUCH_WAITING,
        /** A simulated service with unlimited pools reaches it, but no strategy on the menu does. */
        NO_STRATEGY
    }

    /**
     * The simplest strategy that meets the objective with unlimited pools, the simpler ones that do not even then, and
     * whether only calls that hold no thread were considered, since the others would need many.
     */
    public record Choice(StrategyMenu.Option option, List<Outlook> passedOver, boolean withoutThreads) {}

    /**
     * The recommended strategy and its limits: {@code inTime} requests can be answered within the objective, more may
     * be in flight where random peaks need it. A strategy that holds HTTP threads needs more of them.
     */
    public record Recommendation(
            Choice choice, int io, int cpu, int maxInFlight, int inTime, double highestPerSecond, int httpThreads,
            SimulationResult predicted) {

        public String strategy() {
            return choice.option().name();
        }

        ObjectNode json() {
            SimulationResult.SimulatedMean p99 = predicted.get(SimulationResult.Figure.P99_MS);
            return JsonNodeFactory.instance.objectNode()
                    .put("strategy", strategy())
                    .put("ioConcurrency", io)
                    .put("cpuConcurrency", cpu)
                    .put("maxInFlight", maxInFlight)
                    .put("httpThreads", httpThreads)
                    .put("highestPerSecond", highestPerSecond)
                    .put("p50Ms", predicted.p50Ms())
                    .put("p99Ms", p99.mean())
                    .put("p99HalfWidthMs", p99.halfWidth());
        }

        /** The I/O and CPU limits in words: threads, or calls at once where a call holds none. */
        public String pools() {
            return choice.option().pooled()
                    ? Format.count(io, "thread") + " for calls and " + Format.plain(cpu) + " for combinations"
                    : Format.count(io, "call") + " at once, which hold " + (choice.option().threadPerCall() ? "the HTTP thread" : "no thread")
                            + ", and " + Format.count(cpu, "combination");
        }
    }

    /** The figures of a strategy, a pool size or a change; latencies are infinite if it does not keep up. */
    public record Outlook(
            String name, int io, double highestPerSecond, double achievedPerSecond, double p50Ms,
            SimulationResult.SimulatedMean simulatedP99, boolean meetsObjective) {

        /** A latency that has no bound is null. */
        ObjectNode json() {
            boolean bounded = Double.isFinite(p50Ms);
            return JsonNodeFactory.instance.objectNode()
                    .put("name", name)
                    .put("ioConcurrency", io)
                    .put("highestPerSecond", highestPerSecond)
                    .put("achievedPerSecond", achievedPerSecond)
                    .put("p50Ms", bounded ? p50Ms : null)
                    .put("p99Ms", bounded ? p99Ms() : null)
                    .put("p99HalfWidthMs", bounded ? simulatedP99.halfWidth() : null)
                    .put("meetsObjective", meetsObjective);
        }

        public String p50() {
            return Double.isFinite(p50Ms) ? Format.plainMs(p50Ms) : "unbounded";
        }

        public String p99() {
            return Double.isFinite(p99Ms()) ? simulatedP99.ms() : "unbounded";
        }

        public double p99Ms() {
            return simulatedP99.mean();
        }

        public String met() {
            return meetsObjective ? "meets it" : "does not";
        }
    }

    public Advice {
        pools = List.copyOf(pools);
        strategies = List.copyOf(strategies);
        whatIfs = List.copyOf(whatIfs);
        sharedPools = List.copyOf(sharedPools);
    }

    /** What happens above the rate of the tightest shared pool; empty where something else is tighter. */
    public Optional<PoolOverload> overload() {
        return sharedPools.stream().min(Comparator.comparingDouble(PoolAdvice::highestPerSecond))
                .filter(pool -> pool.highestPerSecond() < question.highestPerSecond())
                .map(pool -> PoolOverload.of(question, pool, recommendation == null ? null : recommendation.maxInFlight()));
    }

    public int fewestThreads() {
        return Advisor.fewestThreads(question);
    }

    public String conclusion() {
        return Texts.render("conclusion.jte", this).strip();
    }

    /** The whole answer as text for a terminal, with its reasons. */
    public String render() {
        return Texts.render("advice.jte", this);
    }
}
