package io.birdseye.benchmarks.mock;

import io.birdseye.benchmarks.load.HttpLoad;
import io.birdseye.benchmarks.process.MockAdmin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * What mock-api notes of its delays in the counted time of a load; the warm-up before it opens thousands of connections,
 * which makes everybody wait. The mock is asked from another thread, as the load's own would send nothing meanwhile.
 */
final class DelayErrorWindow implements HttpLoad.Window {

    private final MockAdmin admin;
    private CompletableFuture<Void> reset = CompletableFuture.completedFuture(null);
    private CompletableFuture<Double> p999Millis = CompletableFuture.failedFuture(new IllegalStateException("no window"));

    DelayErrorWindow(MockAdmin admin) {
        this.admin = admin;
    }

    @Override
    public void begin() {
        reset = CompletableFuture.runAsync(() -> {
            try {
                admin.resetDelayError();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public void end() {
        p999Millis = reset.thenApplyAsync(done -> {
            try {
                return admin.delayErrorP999Millis();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** @throws IOException if the mock could not be asked */
    double delayErrorP999Millis() throws IOException {
        try {
            return p999Millis.join();
        } catch (CompletionException e) {
            throw new IOException("mock-api does not tell its delay error: " + e.getMessage(), e);
        }
    }
}
