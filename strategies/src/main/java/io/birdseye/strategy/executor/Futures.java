package io.birdseye.strategy.executor;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What {@link CompletableFuture#allOf} leaves to its users: the values. */
final class Futures {

    private Futures() {}

    /** Completes with all values in order when the last of them is there; fails as soon as all have ended. */
    static <T> CompletableFuture<List<T>> allOf(List<CompletableFuture<T>> futures) {
        return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new))
                .thenApply(done -> futures.stream().map(CompletableFuture::join).toList());
    }
}
