package io.birdseye.planning.advice;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer, with its reasons.
 *
 * @param verdict whether the objective can be reached
 * @param conclusion the answer in one or two sentences
 * @param findings the steps that lead there, in their order
 * @param recommendation what to take; null where nothing reaches the objective
 * @param pools predictions for the recommended I/O pool and its neighbours, the smallest first
 * @param strategies every strategy with the recommended pools, in the order of the menu
 * @param levers what would help, the most helpful first
 * @param assumptions that the answer stands on
 */
public record Advice(
        Verdict verdict,
        String conclusion,
        List<Finding> findings,
        @Nullable Recommendation recommendation,
        List<PoolPoint> pools,
        List<StrategyOutlook> strategies,
        List<Lever> levers,
        List<String> assumptions) {

    /** Whether the objective can be reached. An objective that cannot is answered, not refused. */
    public enum Verdict {
        REACHABLE,
        /** The cores cannot do the work at this rate. */
        NOT_ENOUGH_CORES,
        /** One request alone takes longer than that. */
        BELOW_THE_FLOOR,
        /** The cores can do the work, but requests wait for them too long. */
        TOO_MUCH_WAITING,
        /** Pools without limit would do, but no strategy on the menu can use them so. */
        NO_STRATEGY
    }

    /**
     * One step of the reasoning.
     *
     * @param arithmetic the numbers put into the formula
     * @param source of the formula
     */
    public record Finding(String topic, String sentence, String arithmetic, String source) {}

    /**
     * What to take.
     *
     * @param io calls at once, over all requests
     * @param cpu combinations at once
     * @param queue requests in progress at once
     * @param httpThreads that a strategy needs which holds the HTTP thread
     * @param p99Ms as the simulation predicts it
     */
    public record Recommendation(
            String strategy, String why, int io, int cpu, int queue, int httpThreads, double p50Ms, double p99Ms) {}

    /** What an I/O pool of some size gives. Latencies are infinite where it does not keep up: they grow with time. */
    public record PoolPoint(int io, double achievedPerSecond, double p50Ms, double p99Ms, boolean meetsObjective) {}

    /**
     * What a strategy gives with the recommended pools.
     *
     * @param highestPerSecond what its pools and the cores carry at most
     * @param p99Ms infinite where the strategy does not keep up: it grows with time
     */
    public record StrategyOutlook(
            String name, double highestPerSecond, double achievedPerSecond, double p99Ms, boolean meetsObjective) {}

    /**
     * A change and what it would bring.
     *
     * @param highestPerSecond what the service would carry at most
     * @param p99Ms what it would be; infinite where the rate would still be too high
     */
    public record Lever(String change, double highestPerSecond, double p99Ms, double gainMs) {}

    public Advice {
        findings = List.copyOf(findings);
        pools = List.copyOf(pools);
        strategies = List.copyOf(strategies);
        levers = List.copyOf(levers);
        assumptions = List.copyOf(assumptions);
    }

    /** As text for a terminal. */
    public String render() {
        return AdviceText.render(this);
    }
}
