package io.birdseye.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Waits for several futures, with a thread or without, and brings their values. */
public final class Futures {

    private Futures() {}

    /**
     * Runs the task on a thread of the executor, and completes with its value or its failure. Errors count too: a
     * virtual thread whose carrier cannot be started throws one. Of a library's wrapper around a failure, what is
     * within is told.
     */
    public static <T> CompletableFuture<T> call(Executor executor, Class<? extends Exception> wrapper, Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        executor.execute(() -> {
            try {
                result.complete(task.call());
            } catch (Throwable e) {
                Throwable root = e;
                while (wrapper.isInstance(root) && root.getCause() != null) {
                    root = root.getCause();
                }
                result.completeExceptionally(root);
            }
        });
        return result;
    }

    /** Completes with all values in order when all futures have completed; then fails if one of them has failed. */
    public static <T> CompletableFuture<List<T>> allOf(Stream<CompletableFuture<T>> futures) {
        List<CompletableFuture<T>> all = futures.toList();
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(done -> all.stream().map(CompletableFuture::join).toList());
    }

    /**
     * Waits for all of them in order and returns their values; throws the failure of the first in order that has
     * failed.
     */
    public static <T> List<T> await(Stream<Future<T>> futures) throws ExecutionException, InterruptedException {
        List<T> values = new ArrayList<>();
        for (Future<T> future : futures.toList()) {
            values.add(future.get());
        }
        return values;
    }
}
