package io.birdseye.planning.simulation;

/** Something in progress that can be given up. Cancelling it twice, or after its end, does nothing. */
interface Cancellable {

    /** What is not in progress. */
    Cancellable NOTHING = () -> {};

    void cancel();
}
