package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.process.MachineSample;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.model.Exit;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Offers strategies more than they can do. It finds the capacity of the machine and then runs two experiments, each
 * strategy in a fresh JVM: {@link SteppedLoad} and {@link TwiceCapacity}.
 *
 * @param served the service should admit any number of requests
 * @param out the folder of the logs
 * @param screen receives the findings line by line
 */
public record Overload(Served served, Path out, Programs programs, Plan plan, Consumer<String> screen) {

    /** The strategy whose answers to overload are judged. */
    static final String ADAPTIVE = "adaptive";

    /** The strategy that finds the capacity of the machine. */
    private static final String CALIBRATOR = "http-async";

    private static final double CALIBRATION_RATE = 20;
    private static final Duration CALIBRATION = Duration.ofSeconds(10);

    /**
     * @param fixed the strategies among which the best of each phase is chosen
     * @param unbounded shown under twice the capacity
     * @param step how long each phase of the stepped load takes
     * @param overload how long twice the capacity lasts
     */
    public record Plan(List<String> fixed, List<String> unbounded, Duration step, Duration overload) {

        public Plan {
            fixed = List.copyOf(fixed);
            unbounded = List.copyOf(unbounded);
        }

        /** How long all of it takes, roughly. */
        public Duration span() {
            Duration start = Duration.ofSeconds(6).plus(OfferedLoad.WARM_UP);
            return start.plus(CALIBRATION.multipliedBy(2))
                    .plus(SteppedLoad.span(this, start))
                    .plus(TwiceCapacity.span(this, start));
        }
    }

    /**
     * Runs both experiments and tells of them as they go.
     *
     * @return whether every target was met; {@link Exit#CANNOT_TELL} if other programs took too much meanwhile
     * @throws TrialFailure if a program does not start or dies
     */
    public Exit run() throws TrialFailure, IOException, InterruptedException {
        MachineSample begin = MachineSample.now();
        try (TestBed testBed = new TestBed(served, 1, programs, out)) {
            OverloadScale scale = calibrated(testBed);
            scale.print("capacity %.1f requests/s, floor %.0f ms; an answer is useful within %.0f floors, %.0f ms",
                    scale.capacity(), scale.floorMs(), OverloadScale.USEFUL_FLOORS, scale.usefulMs());
            new SteppedLoad(scale, plan).run();
            boolean met = new TwiceCapacity(scale, plan).run();
            Double others = MachineSample.now().since(begin).others();
            if (others != null) {
                scale.print("other programs took %.1f %% of the processors meanwhile%s", 100 * others,
                        others > ValidityBounds.MOST_OTHERS ? ": too much for these figures to be trusted" : "");
            }
            if (others != null && others > ValidityBounds.MOST_OTHERS) {
                return Exit.CANNOT_TELL;
            }
            return met ? Exit.FINE : Exit.CONDITION_FAILED;
        }
    }

    private OverloadScale calibrated(TestBed testBed) throws TrialFailure, IOException, InterruptedException {
        // Twice as many as the pools serve at once.
        int users = 2 * switch (served.budgets()) {
            case Budgets.Equal(int io, int cpu) -> Math.max(2, io / 4 + cpu);
            case Budgets.Published() -> 8;
        };
        try (OfferedLoad load = OfferedLoad.on(testBed, "calibration", served, CALIBRATOR, CALIBRATION_RATE)) {
            PhaseFigures alone = load.offer(1, CALIBRATION);
            PhaseFigures crowd = load.offer(Math.max(users, programs.injectors().count()), CALIBRATION);
            return new OverloadScale(testBed, served, crowd.throughput(), alone.p50Ms(), screen);
        }
    }
}
