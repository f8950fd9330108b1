package io.birdseye.strategy;

import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Runs requests as the service does: blocking strategies on a thread of the host, asynchronous ones on none. */
public final class Host {

    private Host() {}

    /** Starts a request; what comes out is the answer, or the failure without its wrappers. */
    public static CompletableFuture<Overview> start(Strategy strategy, InstrumentedFanOut work) {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        switch (strategy) {
            case Strategy.Blocking blocking -> {
                Thread http = Thread.ofPlatform().name("host-http").daemon().unstarted(() -> {
                    try {
                        answer.complete(blocking.run(work));
                    } catch (Throwable e) {
                        fail(answer, work, e);
                    }
                });
                http.start();
                work.cancellation().onCancel(() -> {
                    if (work.cancellation().cause() instanceof DeadlineExceeded) {
                        http.interrupt();
                    }
                });
            }
            case Strategy.Async async -> {
                try {
                    async.run(work).whenComplete((overview, failure) -> {
                        if (failure == null) {
                            answer.complete(overview);
                        } else {
                            fail(answer, work, failure);
                        }
                    });
                } catch (Throwable e) {
                    fail(answer, work, e);
                }
            }
        }
        return answer;
    }

    /** A request that has failed is given up: where the strategy itself failed, some tasks may have been started. */
    private static void fail(CompletableFuture<Overview> answer, InstrumentedFanOut work, Throwable failure) {
        if (!work.cancellation().isCancelled()) {
            work.cancellation().cancel(new CompletionException(failure));
        }
        answer.completeExceptionally(unwrap(failure));
    }

    static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
