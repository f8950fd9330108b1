package io.birdseye.service.problem;

/** The service ends and takes no more requests. */
public final class ShuttingDown extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ShuttingDown() {
        super("the service is shutting down", null, false, false);
    }
}
