package io.birdseye.loadtest.capacity;

import io.birdseye.model.Objective;
import java.time.Duration;

/**
 * What a search is for, and what it may take.
 *
 * @param mostPerSecond no higher rate is offered
 * @param windows after the ramp, at most
 */
public record SearchPlan(Objective objective, double mostPerSecond, int windows) {

    /** Load before each window that is not measured: a queue needs time to build up. */
    public static final Duration LEAD = Duration.ofSeconds(3);

    /** How long more than the capacity is offered. */
    public static final Duration BEYOND = Duration.ofSeconds(4);

    /** How long the recovery from that is looked at. */
    public static final int RECOVERY_SECONDS = 6;

    /** Of a ramp to some hundred requests per second. */
    private static final Duration RAMP = Duration.ofSeconds(24);

    /** Of a load: to publish its start, and to await its last answers. */
    private static final Duration EACH = Duration.ofMillis(1500);

    /** How long it takes, roughly: some searches need no more than half of their windows. */
    public Duration span(Duration warmUp, Duration window) {
        Duration one = LEAD.plus(window).plus(EACH);
        return warmUp.plus(RAMP).plus(one.multipliedBy(1L + windows)).plus(BEYOND).plusSeconds(RECOVERY_SECONDS).plus(EACH);
    }

    /** The same with another objective. */
    public SearchPlan with(Objective other) {
        return new SearchPlan(other, mostPerSecond, windows);
    }
}
