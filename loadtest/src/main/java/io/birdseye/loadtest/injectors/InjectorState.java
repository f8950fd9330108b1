package io.birdseye.loadtest.injectors;

/**
 * What an injector is doing.
 *
 * @param reason why it has failed; else empty
 */
record InjectorState(Step step, String reason) {

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
