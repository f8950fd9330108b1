package io.birdseye.loadtest.injectors;

/**
 * What an injector is doing.
 *
 * @param reason why it has failed; else empty
 * @param leadMillis how long before its start it must be told of it; 0 until it is ready
 */
record InjectorState(Step step, String reason, long leadMillis) {

    InjectorState(Step step, String reason) {
        this(step, reason, 0);
    }

    /** The steps, in their order; {@code FAILED} may follow each. After the last one another plan may come. */
    enum Step {
        IDLE,
        PREPARING,
        READY,
        RUNNING,
        DONE,
        FAILED
    }
}
