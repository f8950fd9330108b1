package io.birdseye.strategy;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Wraps calls for libraries whose functions cannot throw checked exceptions. */
public final class Suppliers {

    private Suppliers() {}

    /**
     * Fetches on the calling thread. If it is interrupted, throws a {@link CompletionException} and stays interrupted.
     */
    public static Supplier<Body> fetching(FanOut.Call call) {
        return () -> {
            try {
                return call.fetch();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CompletionException(e);
            }
        };
    }
}
