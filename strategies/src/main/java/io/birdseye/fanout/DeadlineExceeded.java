package io.birdseye.fanout;

import java.time.Duration;

/** The request was not answered within its deadline and has been given up. */
public final class DeadlineExceeded extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DeadlineExceeded(Duration deadline) {
        super("not answered within " + deadline.toMillis() + " ms", null, true, false);
    }
}
