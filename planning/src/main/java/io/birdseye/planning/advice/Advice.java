package io.birdseye.planning.advice;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a {@link Question}, with its reasons.
 *
 * @param conclusion the answer in one or two sentences
 * @param reasons the steps that lead to it, in their order
 * @param recommendation strategy and pools; null if nothing reaches the objective
 * @param pools predictions for the recommended I/O pool and its neighbours, the smallest first
 * @param strategies every strategy with the recommended pools, in the order of the menu
 * @param whatIfs changes that would help, the most helpful first
 * @param assumptions that the answer depends on
 */
public record Advice(
        Reachability reachability,
        String conclusion,
        List<Reason> reasons,
        @Nullable Recommendation recommendation,
        List<PoolPoint> pools,
        List<StrategyOutlook> strategies,
        List<WhatIf> whatIfs,
        List<String> assumptions) {

    /** Whether the objective can be reached. If it cannot, that is an answer too, not an error. */
    public enum Reachability {
        REACHABLE,
        /** The cores cannot do the work at this rate. */
        NOT_ENOUGH_CORES,
        /** A request that is alone takes longer than the objective. */
        BELOW_THE_FLOOR,
        /** The cores can do the work, but requests wait too long for them. */
        TOO_MUCH_WAITING,
        /** A simulated service with unlimited pools reaches it, but no strategy on the menu does. */
        NO_STRATEGY
    }

    /**
     * One step of the reasoning.
     *
     * @param arithmetic the formula with its numbers
     * @param source of the formula
     */
    public record Reason(String topic, String sentence, String arithmetic, String source) {}

    /**
     * The recommended strategy and its limits.
     *
     * @param why the reason for this strategy
     * @param io calls in progress at once, over all requests
     * @param cpu combinations at once
     * @param maxInFlight requests in progress at once
     * @param httpThreads worker threads of the HTTP server; more are needed if the strategy holds them
     * @param p99Ms as the simulation predicts it
     */
    public record Recommendation(
            String strategy, String why, int io, int cpu, int maxInFlight, int httpThreads, double p50Ms, double p99Ms) {}

    /** The predicted figures of one pool size. Latencies are infinite if the pool does not keep up with the rate. */
    public record PoolPoint(int io, double achievedPerSecond, double p50Ms, double p99Ms, boolean meetsObjective) {}

    /**
     * The predicted figures of a strategy with the recommended pools.
     *
     * @param highestPerSecond the highest throughput that its pools and the cores allow
     * @param p99Ms infinite if the strategy does not keep up with the rate
     */
    public record StrategyOutlook(
            String name, double highestPerSecond, double achievedPerSecond, double p99Ms, boolean meetsObjective) {}

    /**
     * A change, and the figures predicted with it.
     *
     * @param highestPerSecond the highest throughput
     * @param p99Ms infinite if the rate would still be too high
     * @param gainMs by how much the p99 would fall
     */
    public record WhatIf(String change, double highestPerSecond, double p99Ms, double gainMs) {}

    public Advice {
        reasons = List.copyOf(reasons);
        pools = List.copyOf(pools);
        strategies = List.copyOf(strategies);
        whatIfs = List.copyOf(whatIfs);
        assumptions = List.copyOf(assumptions);
    }

    /** As text for a terminal. */
    public String render() {
        return AdviceText.render(this);
    }
}
