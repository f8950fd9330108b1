package io.birdseye.fanout;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A part of a request that is given up with it, or alone when it takes too long. Must be closed when the part has ended. */
final class TimeLimit implements AutoCloseable {

    private final Cancellation part = new Cancellation();
    private final Cancellation.Registration withRequest;
    private @Nullable CompletableFuture<?> timer;

    TimeLimit(Cancellation request) {
        withRequest = request.onCancel(() -> part.cancel(Objects.requireNonNull(request.cause())));
    }

    /** What gives the part up. */
    Cancellation part() {
        return part;
    }

    /** From now on. The timer is the JDK's own thread for that. */
    TimeLimit of(Duration limit, Supplier<RuntimeException> failure) {
        CompletableFuture<@Nullable Void> alarm = new CompletableFuture<@Nullable Void>()
                .completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS);
        var _ = alarm.thenRun(() -> part.cancel(failure.get()));
        timer = alarm;
        return this;
    }

    @Override
    public void close() {
        withRequest.close();
        if (timer != null) {
            timer.cancel(false);
        }
    }
}
