package io.birdseye.benchmarks.mock;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.client.MockClient.DelayError;
import io.birdseye.loadtest.generate.LoadListener;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What mock-api notes of its delays in the measured time of a load; the warm-up before it opens thousands of connections,
 * which delays all answers. The mock is asked from another thread, since the load sends nothing while its own is busy.
 */
final class DelayErrorWindow implements LoadListener, AutoCloseable {

    private final MockClient mock;
    private final ExecutorService asking = Executors.newSingleThreadExecutor();
    private Future<Optional<DelayError>> seen = CompletableFuture.completedFuture(Optional.empty());

    DelayErrorWindow(MockClient mock) {
        this.mock = mock;
    }

    @Override
    public void measuring() {
        var _ = asking.submit(() -> {
            mock.resetDelayError();
            return true;
        });
    }

    @Override
    public void measured() {
        seen = asking.submit(mock::delayError);
    }

    /** @throws TrialFailure if the mock does not tell */
    double p999Ms() throws TrialFailure, InterruptedException {
        try {
            return seen.get()
                    .map(DelayError::p999Ms)
                    .orElseThrow(() -> new TrialFailure("mock-api does not tell its delay error"));
        } catch (ExecutionException e) {
            throw new TrialFailure("mock-api does not tell its delay error: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        asking.shutdownNow();
    }
}
