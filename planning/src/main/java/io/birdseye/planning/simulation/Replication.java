package io.birdseye.planning.simulation;

import io.birdseye.planning.simulation.SimulatedRequest.End;
import io.birdseye.planning.simulation.SimulationResult.Usage;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;

/** One independent run: sends the traffic through a new service, and records the measured window. */
final class Replication {

    /** The figures of one run. Latencies are those of requests that arrived in the window and were answered. */
    record Result(
            double achievedPerSecond,
            double offeredPerSecond,
            double refusedShare,
            double failedShare,
            Latencies latencies,
            Usage<Double> usage) {}

    private final EventLoop loop = new EventLoop();
    private final SimulatedService service;
    private final Traffic traffic;
    private final RunLength runLength;
    private final RandomGenerator arrivals;
    private final RandomGenerator work;
    private final Latencies latencies = new Latencies();
    private long arrived;
    private long refused;
    private long failed;
    private long finishedInWindow;

    Replication(ServiceModel model, Traffic traffic, RunLength runLength, SplittableGenerator random) {
        this.service = new SimulatedService(loop, model);
        this.traffic = traffic;
        this.runLength = runLength;
        this.arrivals = random.split();
        this.work = random.split();
    }

    Result run() {
        switch (traffic) {
            case Traffic.ConstantRate rate -> every(1000 / rate.perSecond(), false);
            case Traffic.Poisson rate -> every(1000 / rate.perSecond(), true);
            case Traffic.Users users -> {
                for (int i = 0; i < users.users(); i++) {
                    // Users start at different times: with fixed latencies they would otherwise stay synchronous for ever.
                    loop.after(arrivals.nextDouble() * Math.min(1000, runLength.warmUpMs() + 1), this::send);
                }
            }
        }
        loop.run(runLength.warmUpMs());
        loop.after(runLength.warmUpMs() - loop.now(), service::restartStatistics);
        loop.run(runLength.endMs());
        loop.after(runLength.endMs() - loop.now(), () -> {});
        loop.run(runLength.endMs());
        Usage<Double> usage = service.usage();
        loop.run(runLength.endMs() + runLength.drainMs());
        return result(usage);
    }

    private void every(double meanMs, boolean random) {
        double next = random ? arrivals.nextExponential() * meanMs : meanMs;
        loop.after(next, () -> {
            if (loop.now() < runLength.endMs()) {
                send();
                every(meanMs, random);
            }
        });
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

    private void ended(SimulatedRequest request, End how) {
        boolean inWindow = measured(request.arrivedMs());
        switch (how) {
            case ANSWERED -> {
                if (measured(loop.now())) {
                    finishedInWindow++;
                }
                if (inWindow) {
                    latencies.add(loop.now() - request.arrivedMs());
                }
            }
            case REFUSED -> refused += inWindow ? 1 : 0;
            case FAILED -> failed += inWindow ? 1 : 0;
        }
        if (traffic instanceof Traffic.Users users) {
            // A refused user asks again 1 ms later: without a pause, simulated time would not advance.
            double pause = how == End.REFUSED ? 1 : 0;
            loop.after(pause + (users.thinkMs() > 0 ? arrivals.nextExponential() * users.thinkMs() : 0), this::send);
        }
    }

    private boolean measured(double at) {
        return at >= runLength.warmUpMs() && at < runLength.endMs();
    }

    private Result result(Usage<Double> usage) {
        double seconds = runLength.windowMs() / 1000;
        long unanswered = arrived - latencies.count() - refused;
        return new Result(
                finishedInWindow / seconds, arrived / seconds, arrived == 0 ? 0 : (double) refused / arrived,
                arrived == 0 ? 0 : (double) Math.max(failed, unanswered) / arrived, latencies, usage);
    }
}
