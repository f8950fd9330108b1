package io.birdseye.loadtest.overload;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.overload.LoadSite.Brought;
import io.birdseye.loadtest.overload.OfferedLoads.Offer;
import io.birdseye.loadtest.trial.Served;
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

    private final LoadSite site;
    private final double capacity;
    private final double floorMs;
    private final Consumer<String> screen;
    private final Consumer<String> phase;
    private @Nullable Double others;

    private OverloadScale(LoadSite site, double capacity, double floorMs, Consumer<String> screen, Consumer<String> phase) {
        this.site = site;
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
    static OverloadScale of(LoadSite site, Served served, Consumer<String> screen, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        Brought calibration = site.offer(Overload.calibration(served, site.injectors()), phase);
        OverloadScale scale = new OverloadScale(
                site, calibration.offers().getLast().getFirst().throughput(),
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
        Brought brought = site.offer(
                new OfferedLoads(log, strategy, QUIET * capacity, List.of(Offer.open(arriving, usefulMs()))), phase);
        disturbed(brought.others());
        return brought.offers().getFirst();
    }

    void print(String pattern, Object... values) {
        screen.accept(Format.text(pattern, values));
    }
}
