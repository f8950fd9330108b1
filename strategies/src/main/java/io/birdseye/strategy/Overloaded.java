package io.birdseye.strategy;

/** The request was refused because a queue or ring is full. The client should try again later. */
public final class Overloaded extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Overloaded(String message) {
        super(message, null, true, false);
    }
}
