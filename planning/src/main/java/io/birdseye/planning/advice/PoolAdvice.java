package io.birdseye.planning.advice;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.Format;
import io.birdseye.planning.simulation.Queueing;
import io.birdseye.planning.simulation.SimulationResult.PoolUse;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A pool whose places all requests share, at the rate that is asked for.
 *
 * @param heldMs for which a request holds a place, on average
 * @param enough the fewest places with which the pool is at most 90 % busy, fewer than one call in a thousand gives up, and the
 *     objective is met; without one, the p99 is at most a tenth above that without waiting for the pool
 * @param use as predicted with unlimited pools of the strategy; null where the pool cannot carry the rate
 */
public record PoolAdvice(CallPolicy.Pool pool, double heldMs, double perSecond, int enough, @Nullable PoolUse use) {

    public double highestPerSecond() {
        return Queueing.highestRate(pool.size(), heldMs);
    }

    /** Of its places, which may be more than all. */
    public double busy() {
        return perSecond / highestPerSecond();
    }

    /** Whether it would be saturated if calls took a tenth longer, whatever the strategy. */
    public boolean saturated() {
        return busy() > Advisor.MAX_UTILISATION;
    }

    public boolean tooSmall() {
        return pool.size() < enough;
    }

    /** What it carries, as the beginning of a sentence. */
    public String carries() {
        return "Pool '" + pool.name() + "' (" + Format.count(pool.size(), "place") + ", held " + Format.plainMs(heldMs) + " by a request) carries at most "
                + Format.plain(highestPerSecond()) + "/s, and no strategy carries more";
    }

    /** How long a request waits before it is given up, at most. */
    public double patienceMs(double deadlineMs) {
        return pool.longestWait() == null ? deadlineMs : Math.min(deadlineMs, pool.longestWait().toNanos() / 1e6);
    }

    /** For other programs; docs/reference/json-output.md explains it. */
    public ObjectNode json() {
        return JsonNodeFactory.instance.objectNode()
                .put("name", pool.name())
                .put("size", pool.size())
                .put("heldMs", heldMs)
                .put("highestPerSecond", highestPerSecond())
                .put("busyShare", busy())
                .put("waitMs", use == null ? null : use.waitMs())
                .put("gaveUpShare", use == null ? null : use.gaveUpShare())
                .put("enough", enough);
    }
}
