package io.birdseye.cli;

/** Failures in one line. */
final class Failures {

    private Failures() {}

    static String describe(Throwable failure) {
        String message = failure.getMessage();
        return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    }
}
