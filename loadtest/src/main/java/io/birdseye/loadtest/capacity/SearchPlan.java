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

    /** Where a ramp begins that the user has not said. */
    public static final double FROM_PER_SECOND = 10;

    public static final double MOST_PER_SECOND = 2_000;

    /** More than a core carries of most requests that do some work of their own: pools that are sized for it are no limit before. */
    public static final double PER_CORE = 250;

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
