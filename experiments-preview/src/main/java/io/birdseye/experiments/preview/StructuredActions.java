package io.birdseye.experiments.preview;

import java.util.List;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;

/** Runs one subtask, so one virtual thread, for each element, and waits for all in one scope. */
public final class StructuredActions implements BiConsumer<List<Integer>, IntConsumer> {

    /** @throws IllegalStateException if the calling thread is interrupted */
    @Override
    public void accept(List<Integer> list, IntConsumer action) {
        try (var scope = StructuredTaskScope.open(Joiner.awaitAllSuccessfulOrThrow())) {
            for (int element : list) {
                scope.fork(() -> action.accept(element));
            }
            scope.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the actions", e);
        }
    }
}
