package io.birdseye.planning.simulation;

import io.birdseye.planning.simulation.Request.End;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGenerator;

/** One run: sends the traffic through a fresh service and notes what it sees in the measured window. */
final class Replication {

    /** What one run saw. Latencies are those of requests that arrived in the window and were answered. */
    record Outcome(
            double achievedPerSecond,
            double offeredPerSecond,
            double refusedShare,
            double failedShare,
            Latencies latencies,
            Service.Usage usage) {}

    private final EventLoop loop = new EventLoop();
    private final Service service;
    private final Traffic traffic;
    private final Horizon horizon;
    private final RandomGenerator arrivals;
    private final RandomGenerator work;
    private final Latencies latencies = new Latencies();
    private long arrived;
    private long refused;
    private long failed;
    private long finishedInWindow;

    Replication(ServiceModel model, Traffic traffic, Horizon horizon, SplittableGenerator random) {
        this.service = new Service(loop, model);
        this.traffic = traffic;
        this.horizon = horizon;
        this.arrivals = random.split();
        this.work = random.split();
    }

    Outcome run() {
        switch (traffic) {
            case Traffic.ConstantRate rate -> every(1000 / rate.perSecond(), false);
            case Traffic.Poisson rate -> every(1000 / rate.perSecond(), true);
            case Traffic.Users users -> {
                for (int i = 0; i < users.users(); i++) {
                    // Users do not start in step: with fixed times they would stay in step for ever.
                    loop.after(arrivals.nextDouble() * Math.min(1000, horizon.warmUpMs() + 1), this::send);
                }
            }
        }
        loop.run(horizon.warmUpMs());
        loop.after(horizon.warmUpMs() - loop.now(), service::restartStatistics);
        loop.run(horizon.endMs());
        loop.after(horizon.endMs() - loop.now(), () -> {});
        loop.run(horizon.endMs());
        Service.Usage usage = service.usage();
        loop.run(horizon.endMs() + horizon.drainMs());
        return outcome(usage);
    }

    private void every(double meanMs, boolean random) {
        double next = random ? arrivals.nextExponential() * meanMs : meanMs;
        loop.after(next, () -> {
            if (loop.now() < horizon.endMs()) {
                send();
                every(meanMs, random);
            }
        });
    }

    private void send() {
        if (loop.now() >= horizon.endMs()) {
            return;
        }
        if (measured(loop.now())) {
            arrived++;
        }
        new Request(service, work, this::ended).start();
    }

    private void ended(Request request, End how) {
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
            // A refused user comes back a little later, or the clock would stand still.
            double pause = how == End.REFUSED ? 1 : 0;
            loop.after(pause + (users.thinkMs() > 0 ? arrivals.nextExponential() * users.thinkMs() : 0), this::send);
        }
    }

    private boolean measured(double at) {
        return at >= horizon.warmUpMs() && at < horizon.endMs();
    }

    private Outcome outcome(Service.Usage usage) {
        double seconds = horizon.windowMs() / 1000;
        long unanswered = arrived - latencies.count() - refused;
        return new Outcome(
                finishedInWindow / seconds,
                arrived / seconds,
                arrived == 0 ? 0 : (double) refused / arrived,
                arrived == 0 ? 0 : (double) Math.max(failed, unanswered) / arrived,
                latencies,
                usage);
    }
}
