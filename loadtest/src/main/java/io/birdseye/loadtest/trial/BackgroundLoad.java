package io.birdseye.loadtest.trial;

import io.birdseye.model.Load;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps a service busy while single requests of it are looked at. It counts nothing and answers for no timing, as the
 * injector does; it ends with {@link #close}.
 */
final class BackgroundLoad implements AutoCloseable {

    /** An open load without any bound would go on piling up requests on a service that has long fallen behind. */
    static final int MOST_IN_FLIGHT = 1_000;

    private final ServiceClient client;
    private final String path;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("background-load").daemon().factory());
    private volatile boolean ended;

    private BackgroundLoad(ServiceClient client, String path) {
        this.client = client;
        this.path = path;
    }

    /** @param client of the load's own: closing the load cuts off what is on its way */
    static BackgroundLoad start(ServiceClient client, String path, Load load) {
        BackgroundLoad started = new BackgroundLoad(client, path);
        switch (load.model()) {
            case OPEN -> {
                long gapNanos = Math.round(1e9 / load.ratePerSecond());
                var _ = started.clock.scheduleAtFixedRate(started::arrive, 0, gapNanos, TimeUnit.NANOSECONDS);
            }
            case CLOSED -> {
                for (int user = 0; user < load.users(); user++) {
                    started.ask();
                }
            }
        }
        return started;
    }

    private void arrive() {
        if (inFlight.get() < MOST_IN_FLIGHT) {
            inFlight.incrementAndGet();
            var _ = client.status(path).whenComplete((status, failure) -> inFlight.decrementAndGet());
        }
    }

    /** A user asks again when it has its answer; one that was refused waits a moment first. */
    private void ask() {
        if (!ended) {
            var _ = client.status(path).whenComplete((status, failure) -> {
                if (!ended) {
                    boolean answered = failure == null && status == 200;
                    clock.schedule(this::ask, answered ? 0 : 100, TimeUnit.MILLISECONDS);
                }
            });
        }
    }

    @Override
    public void close() {
        ended = true;
        clock.shutdownNow();
        client.close();
    }
}
