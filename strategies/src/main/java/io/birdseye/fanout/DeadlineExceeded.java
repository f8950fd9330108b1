package io.birdseye.fanout;

import java.time.Duration;

/** The request was given up because it was not answered within its deadline. */
public final class DeadlineExceeded extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DeadlineExceeded(Duration deadline) {
        super("not answered within " + deadline.toMillis() + " ms", null, true, false);
    }
}
