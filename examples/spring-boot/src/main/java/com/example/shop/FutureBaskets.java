package com.example.shop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Futures that are composed: the calls hold threads of the pool, and the servlet thread is given back. */
record FutureBaskets(Executor pool, BlockingUpstream upstream, ShopSettings settings) {

    /** Fails with the {@link UpstreamFailure} of the first call that failed; throws if too many calls wait already. */
    CompletableFuture<Basket> basket(int user) {
        List<CompletableFuture<List<Entry>>> calls = new ArrayList<>();
        try {
            for (Call call : Call.values()) {
                calls.add(CompletableFuture.supplyAsync(() -> upstream.fetch(call, user), pool));
            }
        } catch (RejectedExecutionException e) {
            calls.forEach(call -> call.cancel(true));
            throw e;
        }
        CompletableFuture<Basket> basket = CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> Basket.of(user, calls.stream().map(CompletableFuture::join).toList()))
                .orTimeout(settings.deadline().toNanos(), TimeUnit.NANOSECONDS);
        // allOf waits for every call; the first failure is enough.
        for (CompletableFuture<List<Entry>> call : calls) {
            call.whenComplete((entries, failure) -> {
                if (failure != null) {
                    basket.completeExceptionally(failure);
                }
            });
        }
        // A call that has not begun never will; one on the wire ends at its own deadline.
        basket.whenComplete((page, failure) -> calls.forEach(call -> call.cancel(true)));
        return basket.exceptionallyCompose(failure -> CompletableFuture.failedFuture(cause(failure)));
    }

    private static Throwable cause(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof TimeoutException ? UpstreamFailure.deadline() : cause;
    }
}
