package io.birdseye.service.upstream;

import io.birdseye.strategy.Overloaded;
import java.util.concurrent.atomic.AtomicLong;

/** The bytes that the bodies of all requests together may hold, so that large bodies do not fill the heap. */
final class BodyBudget {

    private final long max;
    private final AtomicLong held = new AtomicLong();

    BodyBudget(long max) {
        this.max = max;
    }

    /** What the bodies of one request hold, from the first byte to the end of the request. */
    Share share() {
        return new Share();
    }

    /** For all calls of one request, which run on several threads. */
    final class Share implements AutoCloseable {

        private long taken;
        private boolean closed;

        /** @throws Overloaded if the bodies of all requests would hold too much */
        synchronized void take(long bytes) {
            if (closed) {
                throw new IllegalStateException("the request has ended");
            }
            if (held.addAndGet(bytes) > max) {
                held.addAndGet(-bytes);
                throw new Overloaded("the bodies of all requests may hold " + max + " bytes together");
            }
            taken += bytes;
        }

        @Override
        public synchronized void close() {
            closed = true;
            held.addAndGet(-taken);
            taken = 0;
        }
    }
}
