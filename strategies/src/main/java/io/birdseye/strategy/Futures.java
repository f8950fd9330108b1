package io.birdseye.strategy;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Adds to {@link CompletableFuture#allOf} what it lacks: the values. */
public final class Futures {

    private Futures() {}

    /** Completes with all values in order when all futures have completed; then fails if one of them has failed. */
    public static <T> CompletableFuture<List<T>> allOf(List<CompletableFuture<T>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
    }
}
