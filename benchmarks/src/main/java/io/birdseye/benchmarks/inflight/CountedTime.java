package io.birdseye.benchmarks.inflight;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.loadtest.program.Server;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks the mock twice a second how many calls wait, since a single look may fall into a collector's pause; and the
 * service at the end how large it is. The mock is asked from another thread, as the load's own would send nothing
 * meanwhile.
 */
final class CountedTime implements LoadListener {

    private static final long EVERY_MILLIS = 500;

    private final Server service;
    private final MockClient mock;
    private final AtomicInteger mostCalls = new AtomicInteger();
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    private ProcessStatus full;

    /** @param idle the service before its first request; stands for the full one if the time never ends */
    CountedTime(Server service, MockClient mock, ProcessStatus idle) {
        this.service = service;
        this.mock = mock;
        this.full = idle;
    }

    @Override
    public void measuring() {
        var _ = looks.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void measured() throws IOException {
        looks.shutdown();
        full = service.program().status();
    }

    ProcessStatus full() {
        return full;
    }

    int mostCalls() {
        return mostCalls.get();
    }

    private void look() {
        try {
            mostCalls.accumulateAndGet(mock.pendingDelays(), Math::max);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TrialFailure e) {
            // A mock that does not answer now is asked again; one that never does leaves the count at 0.
        }
    }
}
