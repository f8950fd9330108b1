package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.model.Format;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the machine can carry: the unit of the loads that {@link Overload} offers.
 *
 * @param capacity requests/s
 * @param floorMs the response time of a request alone
 * @param screen receives the findings line by line
 */
record OverloadScale(TestBed testBed, Served served, double capacity, double floorMs, Consumer<String> screen) {

    /** An answer that takes longer than so many floors comes too late to be of use. */
    static final double USEFUL_FLOORS = 3;

    /** A load that every strategy carries, in capacities. */
    static final double QUIET = 0.5;

    double usefulMs() {
        return USEFUL_FLOORS * floorMs;
    }

    /** @param capacities the load of each phase */
    List<Step> steps(List<Double> capacities, Duration each) {
        return capacities.stream().map(load -> new Step(true, load * capacity, each)).toList();
    }

    /** Offers the steps to a fresh service. */
    List<PhaseFigures> offer(String strategy, String log, List<Step> steps)
            throws TrialFailure, IOException, InterruptedException {
        try (OfferedLoad load = OfferedLoad.on(testBed, log, served, strategy, QUIET * capacity)) {
            return load.offer(steps, usefulMs());
        }
    }

    void print(String pattern, Object... values) {
        screen.accept(Format.text(pattern, values));
    }

    void row(String first, Stream<String> cells) {
        print("%-24s%s", first, cells.map(cell -> Format.text(" %15s", cell)).collect(Collectors.joining()));
    }
}
