package io.birdseye.loadtest.overload;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.overload.OfferedLoads.Offer;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Exit;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Offers strategies more than they can do: finds the capacity of the machine and then sends twice as much to {@code adaptive} and to
 * others, each in a fresh JVM ({@link TwiceCapacity}).
 *
 * @param served the service should admit any number of requests
 * @param site where; whoever has opened it closes it
 * @param screen receives the findings line by line
 * @param phase is told what is being done
 */
public record Overload(Served served, LoadSite site, Plan plan, Consumer<String> screen, Consumer<String> phase) {

    /** The strategy whose answers to overload are judged. */
    static final String ADAPTIVE = "adaptive";

    /** The strategy that finds the capacity of the machine. */
    private static final String CALIBRATOR = "http-async";

    private static final double CALIBRATION_RATE = 20;
    private static final Duration CALIBRATION = Duration.ofSeconds(10);

    /**
     * @param unbounded strategies beside {@code adaptive}
     * @param overload how long twice the capacity lasts
     * @param arrivals how its requests follow one another
     */
    public record Plan(List<String> unbounded, Duration overload, Arrivals arrivals) {

        public Plan {
            unbounded = List.copyOf(unbounded);
        }

        /** How long all of it takes, roughly. */
        public Duration span() {
            Duration start = Duration.ofSeconds(6).plus(OfferedLoads.WARM_UP);
            return start.plus(CALIBRATION.multipliedBy(2)).plus(TwiceCapacity.span(this, start));
        }
    }

    /**
     * Runs it and tells of it as it goes.
     *
     * @return whether every target was met; {@link Exit#CANNOT_TELL} if other programs took too much meanwhile
     * @throws TrialFailure if a program does not start or dies
     */
    public Exit run() throws TrialFailure, IOException, InterruptedException {
        OverloadScale scale = OverloadScale.of(site, served, screen, phase);
        scale.print("capacity %.1f requests/s, floor %.0f ms; an answer is useful within %.0f floors, %.0f ms",
                scale.capacity(), scale.floorMs(), OverloadScale.USEFUL_FLOORS, scale.usefulMs());
        boolean met = new TwiceCapacity(scale, plan).run();
        Double others = scale.others();
        boolean disturbed = others != null && others > ValidityBounds.MAX_OTHERS;
        if (others != null) {
            scale.print("other programs took at most %.1f %% of the processors of a service meanwhile%s", 100 * others,
                    disturbed ? ": too much for these figures to be trusted" : "");
        }
        return disturbed ? Exit.CANNOT_TELL : met ? Exit.FINE : Exit.CONDITION_FAILED;
    }

    /** The loads that find the capacity. */
    public static OfferedLoads calibration(Served served, int injectors) {
        // Twice as many as the pools serve at once.
        int users = 2 * switch (served.budgets()) {
            case Budgets.Equal(int io, int cpu) -> Math.max(2, io / 4 + cpu);
            case Budgets.Published() -> 8;
        };
        return new OfferedLoads("calibration", CALIBRATOR, CALIBRATION_RATE, List.of(
                Offer.closed(1, CALIBRATION), Offer.closed(Math.max(users, injectors), CALIBRATION)));
    }
}
