package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.OfferedLoads;
import io.birdseye.loadtest.trial.OfferedLoads.Offer;
import io.birdseye.loadtest.trial.PhaseFigures;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.report.result.ValidityBounds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Offers strategies more than they can do: finds the capacity of the machine and sends twice as much for a while, then half
 * of it, to {@code adaptive} and to others whose queue has no bound, each in a fresh JVM.
 *
 * @param served the service should admit any number of requests
 * @param session where; whoever has opened it closes it
 * @param injectors that share a load there
 */
public record Overload(
        Served served, Site.Session session, int injectors, Plan plan, Consumer<String> screen, Consumer<String> phase) {

    /** The strategy whose answers to overload are judged. */
    static final String ADAPTIVE = "adaptive";

    /** The strategy that finds the capacity of the machine. */
    private static final String CALIBRATOR = "http-async";

    private static final double CALIBRATION_RATE = 20;
    private static final Duration CALIBRATION = Duration.ofSeconds(10);

    /** An answer that takes longer than so many floors comes too late to be of use. */
    private static final double USEFUL_FLOORS = 3;

    private static final double THROUGHPUT_TARGET = 0.9;
    private static final int RECOVERY_TARGET_SECONDS = 5;

    /** The rising load before the overload, in capacities: the most that is answered at any of them is the peak. */
    private static final List<Double> RISE = List.of(0.8, 1.0, 1.2);

    private static final Duration RISE_STEP = Duration.ofSeconds(8);

    /** A load that every strategy carries, in capacities. */
    private static final double QUIET = 0.5;

    private static final int QUIET_SECONDS = 12;

    /**
     * @param unbounded strategies beside {@code adaptive}
     * @param overload how long twice the capacity lasts
     */
    public record Plan(List<String> unbounded, Duration overload, Arrivals arrivals) {

        public Plan {
            unbounded = List.copyOf(unbounded);
        }

        public Duration span() {
            Duration start = Duration.ofSeconds(6).plus(OfferedLoads.WARM_UP);
            return start.plus(CALIBRATION.multipliedBy(2))
                    .plus(start.plus(overload).plusSeconds(QUIET_SECONDS).multipliedBy(1L + unbounded.size()))
                    .plus(RISE_STEP.multipliedBy(RISE.size()));
        }
    }

    /**
     * Runs it and tells of it as it goes.
     *
     * @return whether every target was met; {@link Exit#CANNOT_TELL} if other programs took too much meanwhile
     * @throws TrialFailure if a program does not start or dies
     */
    public Exit run() throws TrialFailure, IOException, InterruptedException {
        Scale scale = scale();
        print("capacity %.1f requests/s, floor %.0f ms; an answer is useful within %.0f floors, %.0f ms",
                scale.capacity, scale.floorMs, USEFUL_FLOORS, scale.usefulMs());
        boolean met = scale.twice();
        Double others = scale.others();
        boolean disturbed = others != null && others > ValidityBounds.MAX_OTHERS;
        if (others != null) {
            print("other programs took at most %.1f %% of the processors of a service meanwhile%s", 100 * others,
                    disturbed ? ": too much for these figures to be trusted" : "");
        }
        return disturbed ? Exit.CANNOT_TELL : met ? Exit.FINE : Exit.CONDITION_FAILED;
    }

    private void print(String pattern, Object... values) {
        screen.accept(Format.text(pattern, values));
    }

    /** The loads that find the capacity. */
    public static Task.Offer calibration(Served served, int injectors) {
        // Twice as many as the pools serve at once.
        int users = 2 * switch (served.budgets()) {
            case Budgets.Equal(int io, int cpu) -> Math.max(2, io / 4 + cpu);
            case Budgets.Published() -> 8;
        };
        return new Task.Offer(served, new OfferedLoads("calibration", CALIBRATOR, CALIBRATION_RATE, List.of(
                Offer.closed(1, CALIBRATION), Offer.closed(Math.max(users, injectors), CALIBRATION))));
    }

    /** Finds the capacity: what one user sees alone, and then what a crowd gets. */
    Scale scale() throws TrialFailure, IOException, InterruptedException {
        OfferedLoads.Figures calibration = session.run(calibration(served, injectors), 1, phase);
        Scale scale = new Scale(
                calibration.offers().getLast().getFirst().throughput(),
                calibration.offers().getFirst().getFirst().p50Ms());
        scale.disturbed(calibration.others());
        return scale;
    }

    /** What the machine can carry: the unit of the loads that are offered. */
    final class Scale {

        private final double capacity;

        /** The response time of a request alone. */
        private final double floorMs;

        private @Nullable Double others;

        private Scale(double capacity, double floorMs) {
            this.capacity = capacity;
            this.floorMs = floorMs;
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

        private double usefulMs() {
            return USEFUL_FLOORS * floorMs;
        }

        /** A phase for each of these loads, in capacities. */
        List<Step> steps(List<Double> capacities, Duration each) {
            return capacities.stream().map(load -> new Step(true, load * capacity, each)).toList();
        }

        /** Offers the steps to a fresh service; their requests arrive at the same times for each strategy. */
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

        /** Twice the capacity for a while, then half of it. Returns whether {@code adaptive} met all targets. */
        private boolean twice() throws TrialFailure, IOException, InterruptedException {
            print("");
            print("Twice the capacity for %d s, then %.1f of it", plan.overload().toSeconds(), QUIET);
            boolean met = true;
            for (String strategy : Stream.concat(Stream.of(ADAPTIVE), plan.unbounded().stream()).distinct().toList()) {
                boolean judged = strategy.equals(ADAPTIVE);
                List<Step> steps = new ArrayList<>(steps(judged ? RISE : List.of(), RISE_STEP));
                steps.addAll(steps(List.of(2.0), plan.overload()));
                int loaded = steps.size();
                // Phases of a second, to see in which of them all is well again.
                steps.addAll(steps(Collections.nCopies(QUIET_SECONDS, QUIET), Duration.ofSeconds(1)));
                List<PhaseFigures> phases = offer(strategy, "overload-" + strategy, steps, plan.arrivals());
                PhaseFigures during = phases.get(loaded - 1);
                int recovered =
                        OfferedLoads.recoverySeconds(phases.stream().skip(loaded).map(PhaseFigures::allInTime).toList());
                print("%-16s %s", strategy, during);
                if (judged) {
                    met &= targetsMet(phases.subList(0, loaded), during, recovered);
                } else {
                    print("    %s: useful answers are %.0f %% of capacity; well again after %s",
                            during.goodput() < capacity / 2 ? "collapsed" : "did not collapse",
                            100 * during.goodput() / capacity,
                            recovered > QUIET_SECONDS ? "more than " + QUIET_SECONDS + " s" : recovered + " s");
                }
            }
            return met;
        }

        private boolean targetsMet(List<PhaseFigures> loaded, PhaseFigures during, int recovered) {
            double peak = loaded.stream().mapToDouble(PhaseFigures::throughput).max().orElse(0);
            print("    peak of the rising load and of this phase: %.1f/s", peak);
            boolean throughput = told("throughput", ">= 90 % of its peak", during.throughput() / peak * 100, "%",
                    during.throughput() >= THROUGHPUT_TARGET * peak);
            boolean latency = told("p99 of accepted", "< 3 floors", during.p99Ms() / floorMs, "floors",
                    during.p99Ms() < usefulMs());
            boolean recovery = told("recovery", "within 5 s", recovered, "s", recovered <= RECOVERY_TARGET_SECONDS);
            return throughput && latency && recovery;
        }

        private boolean told(String what, String target, double measured, String unit, boolean met) {
            print("    %-16s target %-20s measured %6.1f %-7s %s", what, target, measured, unit, met ? "met" : "MISSED");
            return met;
        }
    }
}
