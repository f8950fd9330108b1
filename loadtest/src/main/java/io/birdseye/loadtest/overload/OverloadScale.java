package io.birdseye.loadtest.overload;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.trial.OfferedLoads;
import io.birdseye.loadtest.trial.OfferedLoads.Offer;
import io.birdseye.loadtest.trial.PhaseFigures;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Format;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the machine can carry: the unit of the loads that {@link Overload} offers. */
final class OverloadScale {

    /** An answer that takes longer than so many floors comes too late to be of use. */
    static final double USEFUL_FLOORS = 3;

    /** A load that every strategy carries, in capacities. */
    static final double QUIET = 0.5;

    private final Site.Session session;
    private final Served served;
    private final double capacity;
    private final double floorMs;
    private final Consumer<String> screen;
    private final Consumer<String> phase;
    private @Nullable Double others;

    private OverloadScale(
            Site.Session session, Served served, double capacity, double floorMs, Consumer<String> screen,
            Consumer<String> phase) {
        this.session = session;
        this.served = served;
        this.capacity = capacity;
        this.floorMs = floorMs;
        this.screen = screen;
        this.phase = phase;
    }

    /**
     * Finds the capacity: what one user sees alone, and then what a crowd gets.
     *
     * @param screen receives the findings line by line
     * @param phase is told what is being done
     */
    static OverloadScale of(
            Site.Session session, Served served, int injectors, Consumer<String> screen, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        OfferedLoads.Figures calibration = session.run(Overload.calibration(served, injectors), 1, phase);
        OverloadScale scale = new OverloadScale(
                session, served, calibration.offers().getLast().getFirst().throughput(),
                calibration.offers().getFirst().getFirst().p50Ms(), screen, phase);
        scale.disturbed(calibration.others());
        return scale;
    }

    /** In requests/s. */
    double capacity() {
        return capacity;
    }

    /** The response time of a request alone. */
    double floorMs() {
        return floorMs;
    }

    /** The largest share of the processors that other programs took during loads; null where it is not known. */
    @Nullable Double others() {
        return others;
    }

    private void disturbed(@Nullable Double share) {
        if (share != null && (others == null || share > others)) {
            others = share;
        }
    }

    double usefulMs() {
        return USEFUL_FLOORS * floorMs;
    }

    /** @param capacities the load of each phase */
    List<Step> steps(List<Double> capacities, Duration each) {
        return capacities.stream().map(load -> new Step(true, load * capacity, each)).toList();
    }

    /**
     * Offers the steps to a fresh service.
     *
     * @param arrivals of their requests, at the same times for each strategy
     */
    List<PhaseFigures> offer(String strategy, String log, List<Step> steps, Arrivals arrivals)
            throws TrialFailure, IOException, InterruptedException {
        List<Step> arriving = IntStream.range(0, steps.size())
                .mapToObj(i -> steps.get(i).arriving(arrivals, 1, i))
                .toList();
        OfferedLoads loads = new OfferedLoads(log, strategy, QUIET * capacity, List.of(Offer.open(arriving, usefulMs())));
        OfferedLoads.Figures brought = session.run(new Task.Offer(served, loads), 1, phase);
        disturbed(brought.others());
        return brought.offers().getFirst();
    }

    void print(String pattern, Object... values) {
        screen.accept(Format.text(pattern, values));
    }
}
