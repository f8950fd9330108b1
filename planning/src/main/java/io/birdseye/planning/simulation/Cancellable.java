package io.birdseye.planning.simulation;

/** Work in progress that can be cancelled. Cancelling it twice, or after its end, has no effect. */
interface Cancellable {

    /** Stands for work that has not started. */
    Cancellable NOTHING = () -> {};

    void cancel();
}
