package io.birdseye.strategy;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Calls for libraries whose functions may not throw a checked exception. */
public final class Suppliers {

    private Suppliers() {}

    /** Fetches on the thread that asks; an interrupt comes out as {@link CompletionException} and stays set. */
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
