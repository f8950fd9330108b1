package com.example.shop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Plain blocking code: one task for each call, and the servlet thread waits for them. On a pool a waiting call holds a
 * thread of the operating system; on virtual threads it does not. Nothing else differs.
 */
record BlockingBaskets(Executor threads, BlockingUpstream upstream, ShopSettings settings) {

    /** Throws the first {@link UpstreamFailure}, and gives the other calls up; or that too many calls wait already. */
    Basket basket(int user) throws InterruptedException {
        long end = System.nanoTime() + settings.deadline().toNanos();
        ExecutorCompletionService<List<Entry>> ended = new ExecutorCompletionService<>(threads);
        List<Future<List<Entry>>> calls = new ArrayList<>();
        try {
            for (Call call : Call.values()) {
                calls.add(ended.submit(() -> upstream.fetch(call, user)));
            }
            for (int i = 0; i < calls.size(); i++) {
                Future<List<Entry>> next = ended.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    throw UpstreamFailure.deadline();
                }
                next.get();
            }
            return Basket.of(user, calls.stream().map(Future::resultNow).toList());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } finally {
            calls.forEach(call -> call.cancel(true));
        }
    }
}
