package io.birdseye.benchmarks.inflight;

import io.birdseye.benchmarks.load.HttpLoad;
import io.birdseye.benchmarks.process.Child;
import io.birdseye.benchmarks.process.MockAdmin;
import io.birdseye.benchmarks.process.ProcessStatus;
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
final class CountedTime implements HttpLoad.Window {

    private static final long EVERY_MILLIS = 500;

    private final Child service;
    private final MockAdmin mock;
    private final AtomicInteger mostCalls = new AtomicInteger();
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    private ProcessStatus full;

    /** @param idle the service before its first request; stands for the full one if the time never ends */
    CountedTime(Child service, MockAdmin mock, ProcessStatus idle) {
        this.service = service;
        this.mock = mock;
        this.full = idle;
    }

    @Override
    public void begin() {
        var _ = looks.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void end() throws IOException {
        looks.shutdown();
        full = service.status();
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
        } catch (IOException e) {
            // A mock that does not answer now is asked again; one that never does leaves the count at 0.
        }
    }
}
