package io.birdseye.planning.simulation;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.Load;
import io.birdseye.planning.simulation.SimulationResult.Figure;
import io.birdseye.planning.simulation.SimulationResult.PoolUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.DoubleStream;

/** One independent run: offers a load, whose users do not pause, to a new service, and records the measured window. */
public final class Simulation {

    private final EventLoop loop = new EventLoop();
    private final SimulatedService service;
    private final Load load;
    private final RunLength runLength;
    private final RandomGenerator arrivals;
    private final RandomGenerator work;
    /** Of the requests that arrived in the window and were answered; exact, since a histogram would round them. */
    private final DoubleStream.Builder latencies = DoubleStream.builder();
    private double[] sorted = {};
    private Map<CallPolicy.Pool, PoolUse> poolUse = Map.of();
    private long answered;
    private long arrived;
    private long refused;
    private long failed;
    private long finishedInWindow;

    private Simulation(ServiceModel model, Load load, RunLength runLength, SplittableGenerator random) {
        this.service = new SimulatedService(loop, model);
        this.load = load;
        this.runLength = runLength;
        this.arrivals = random.split();
        this.work = random.split();
    }

    /** Means with their intervals. Cost: some seconds of CPU for a million requests, on as many cores as there are replications. */
    public static SimulationResult run(ServiceModel model, Load load, RunLength runLength) {
        SplittableGenerator random = RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom")
                .create(runLength.seed());
        List<Simulation> replications = new ArrayList<>();
        for (int i = 0; i < runLength.replications(); i++) {
            replications.add(new Simulation(model, load, runLength, random.split()));
        }
        // Side by side: each has its own clock and its own random numbers.
        List<Map<Figure, Double>> figures = replications.parallelStream().map(Simulation::run).toList();
        return SimulationResult.of(
                replications.stream().mapToLong(each -> each.answered).sum(), figures, replications.stream().map(each -> each.poolUse).toList());
    }

    /** The latencies in ms, the shortest first, of one run's requests that were answered. */
    static double[] latencies(ServiceModel model, Load load, RunLength runLength) {
        Simulation simulation = new Simulation(
                model, load, runLength, RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom").create(runLength.seed()));
        simulation.run();
        return simulation.sorted;
    }

    private Map<Figure, Double> run() {
        switch (load.arrivals()) {
            case CONSTANT -> every(1000 / load.ratePerSecond());
            case POISSON, BURSTS -> atRandom();
            case null -> {
                for (int i = 0; i < load.users(); i++) {
                    // At different times: with fixed latencies users would otherwise stay synchronous for ever.
                    loop.after(arrivals.nextDouble() * Math.min(1000, runLength.warmUpMs() + 1), this::send);
                }
            }
        }
        loop.run(runLength.warmUpMs());
        loop.after(runLength.warmUpMs() - loop.now(), service::restartStatistics);
        loop.run(runLength.endMs());
        loop.after(runLength.endMs() - loop.now(), () -> {});
        loop.run(runLength.endMs());
        Map<Figure, Double> figures = service.usage();
        poolUse = service.poolUse();
        loop.run(runLength.endMs() + runLength.drainMs());
        addRequests(figures);
        return figures;
    }

    private void every(double ms) {
        loop.after(ms, () -> {
            if (loop.now() < runLength.endMs()) {
                send();
                every(ms);
            }
        });
    }

    /**
     * A Poisson process of which the number of arrivals is known, as the injector sends it: with that number left to chance, a pool
     * that is 0.95 busy waits a third longer or less for 1 % more or fewer arrivals.
     */
    private void atRandom() {
        atRandom(0, runLength.warmUpMs());
        atRandom(runLength.warmUpMs(), runLength.windowMs());
    }

    private void atRandom(double fromMs, double lengthMs) {
        sendAt(arrivals.doubles(Math.round(load.ratePerSecond() * lengthMs / 1000)).sorted()
                .map(share -> fromMs + 1000 * Load.arrival(share * lengthMs / 1000, load.burst())).toArray(), 0);
    }

    private void sendAt(double[] ms, int next) {
        if (next < ms.length) {
            loop.after(ms[next] - loop.now(), () -> {
                send();
                sendAt(ms, next + 1);
            });
        }
    }

    private void send() {
        if (loop.now() >= runLength.endMs()) {
            return;
        }
        if (measured(loop.now())) {
            arrived++;
        }
        new SimulatedRequest(service, work, this::ended).start();
    }

    private void ended(SimulatedRequest request, SimulatedRequest.End how) {
        boolean inWindow = measured(request.arrivedMs());
        switch (how) {
            case ANSWERED -> {
                if (measured(loop.now())) {
                    finishedInWindow++;
                }
                if (inWindow) {
                    answered++;
                    latencies.add(loop.now() - request.arrivedMs());
                }
            }
            case REFUSED -> refused += inWindow ? 1 : 0;
            case FAILED -> failed += inWindow ? 1 : 0;
        }
        if (load.model() == Load.Model.CLOSED) {
            // A refused user asks again 1 ms later: without a pause, simulated time would not advance.
            loop.after(how == SimulatedRequest.End.REFUSED ? 1 : 0, this::send);
        }
    }

    private boolean measured(double at) {
        return at >= runLength.warmUpMs() && at < runLength.endMs();
    }

    private void addRequests(Map<Figure, Double> figures) {
        double seconds = runLength.windowMs() / 1000;
        double sent = Math.max(1, arrived);
        double[] ms = latencies.build().sorted().toArray();
        sorted = ms;
        figures.put(Figure.OFFERED_PER_SECOND, arrived / seconds);
        figures.put(Figure.ACHIEVED_PER_SECOND, finishedInWindow / seconds);
        figures.put(Figure.REFUSED_SHARE, refused / sent);
        figures.put(Figure.FAILED_SHARE, Math.max(failed, arrived - answered - refused) / sent);
        figures.put(Figure.MEAN_MS, Arrays.stream(ms).average().orElse(Double.NaN));
        figures.put(Figure.P50_MS, percentile(ms, 0.5));
        figures.put(Figure.P99_MS, percentile(ms, 0.99));
        figures.put(Figure.MAX_MS, percentile(ms, 1));
    }

    /** By nearest rank; NaN if there are no values. */
    private static double percentile(double[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.max(0, Math.ceil(share * sorted.length) - 1)];
    }

    /**
     * How long a simulation runs, and how many times; an interval needs at least 2. The warm-up at the start of each,
     * where the service is empty, is not measured; the drain is the longest time in which last requests may be
     * answered.
     */
    public record RunLength(double warmUpMs, double windowMs, double drainMs, int replications, long seed) {

        private static final int TRIAL_REPLICATIONS = 10;
        private static final long TRIAL_SEED = 1909;

        /** The longest simulation, in calls of a replication: a tenth of a second. */
        private static final double MOST_CALLS = 40_000;

        /** Answers in a window, and how often the queues are filled before it. */
        private static final int ENOUGH = 300;

        private static final int TIMES = 2;

        public RunLength {
            Require.atLeastZero("the warm-up", warmUpMs);
            Require.positive("the window", windowMs);
            Require.atLeastZero("the drain", drainMs);
            Require.positive("the number of replications", replications);
        }

        /** As long as a measured trial: the p99 of a small sample differs from that of a large one. */
        public static RunLength ofTrial(Duration warmUp, Duration duration) {
            return new RunLength(
                    warmUp.toMillis(), duration.toMillis(), 2.0 * duration.toMillis(), TRIAL_REPLICATIONS, TRIAL_SEED);
        }

        /**
         * At least this long, and so that the warm-up fills the queues of this load, the window has some hundred answers, and
         * every request of it ends; but no more than so many calls are simulated, and then {@link #steady} is false.
         */
        public RunLength untilSteady(ServiceModel model, Load load) {
            double most = sendsPerMs(model, load) * model.work().size();
            double affordable = Math.max(warmUpMs + windowMs, MOST_CALLS / most);
            double warmUp = Math.clamp(TIMES * model.fillingMs(load), warmUpMs, Math.max(warmUpMs, affordable / 2));
            double window = Math.max(Math.max(windowMs, warmUp), ENOUGH * 1000 / model.perSecond(load));
            double deadline = Double.isInfinite(model.deadlineMs()) ? 0 : model.deadlineMs();
            return new RunLength(warmUp, Math.min(window, Math.max(windowMs, affordable - warmUp)), Math.max(drainMs, deadline), replications, seed);
        }

        /** Whether the warm-up is long enough to fill the queues, as far as the means tell. */
        public boolean steady(ServiceModel model, Load load) {
            return warmUpMs >= model.fillingMs(load) && windowMs * model.perSecond(load) >= 1000;
        }

        private static double sendsPerMs(ServiceModel model, Load load) {
            // A refused user asks again after 1 ms.
            return load.model() == Load.Model.OPEN
                    ? load.ratePerSecond() / 1000 : model.perSecond(load) / 1000 + Math.max(0, load.users() - model.maxInFlight());
        }

        public double seconds() {
            return endMs() / 1000;
        }

        double endMs() {
            return warmUpMs + windowMs;
        }
    }
}
