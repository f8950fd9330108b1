package io.birdseye.loadtest.capacity;

import io.birdseye.model.Effort;
import io.birdseye.model.Format;
import io.birdseye.model.Objective;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a search is for, and what it may take: the highest rate, windows after the ramp, and what follows.
 *
 * @param boundPerSecond what the cores carry by the calibration, so that no cold service need be tried; null where nobody knows
 */
public record SearchPlan(Objective objective, double mostPerSecond, int windows, Beyond beyond, @Nullable Double boundPerSecond) {

    /** Where a ramp begins that the user has not said. */
    public static final double FROM_PER_SECOND = 10;

    public static final double MOST_PER_SECOND = 2_000;

    /** More than a core carries of most requests that do some work of their own: pools that are sized for it are no limit before. */
    public static final double PER_CORE = 250;

    private static final Duration LONGEST_LEAD = Duration.ofSeconds(3);
    public static final Duration SHORTEST_LEAD = Duration.ofSeconds(1);

    /** Of the objective: a queue that may be so long needs some times that to build up. */
    private static final int LEAD_OBJECTIVES = 10;

    /** So many times what a service carries, and then half of it for some seconds. */
    public record Beyond(double times, Duration time, int recoverySeconds) {

        public static final Beyond A_FIFTH = new Beyond(1.2, Duration.ofSeconds(4), 6);

        public Beyond {
            if (!(times > 1)) {
                throw new IllegalArgumentException("what is offered beyond the capacity must be more than 100 % of it, but is " + Format.percent(times));
            }
        }
    }

    /** Of a ramp. */
    private static final Duration RAMP = Duration.ofSeconds(8);

    /** Of a load: to publish its start, to await its last answers, and to let the service rest. */
    private static final Duration EACH = Duration.ofMillis(1500);

    /** Load before each window that is not measured: a queue needs time to build up. */
    public static Duration lead(Objective objective) {
        Duration lead = Duration.ofMillis(Math.round(LEAD_OBJECTIVES * objective.ms()));
        return objective.ofFloor() || lead.compareTo(LONGEST_LEAD) > 0 ? LONGEST_LEAD : lead.compareTo(SHORTEST_LEAD) < 0 ? SHORTEST_LEAD : lead;
    }

    /** How long it takes, roughly: some searches need no more than half of their windows, and some go on after a fifth more. */
    public Duration span(Duration warmUp, Duration window) {
        Duration one = lead(objective).plus(window).plus(EACH);
        return warmUp.plus(RAMP).plus(one.multipliedBy(2L + windows)).plus(beyond.time).plusSeconds(beyond.recoverySeconds).plus(EACH);
    }

    /** As an effort searches, and a fifth more. */
    public static SearchPlan of(Objective objective, double mostPerSecond, Effort effort) {
        return new SearchPlan(objective, mostPerSecond, effort.pick(2, 4, 6), Beyond.A_FIFTH, null);
    }

    public SearchPlan then(Beyond other) {
        return new SearchPlan(objective, mostPerSecond, windows, other, boundPerSecond);
    }

    public SearchPlan with(Objective other) {
        return new SearchPlan(other, mostPerSecond, windows, beyond, boundPerSecond);
    }

    public SearchPlan below(double bound) {
        return new SearchPlan(objective, mostPerSecond, windows, beyond, bound);
    }
}
