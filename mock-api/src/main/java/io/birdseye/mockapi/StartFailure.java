package io.birdseye.mockapi;

/** mock-api cannot listen where it was told to. The message is one line for the user. */
public final class StartFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
