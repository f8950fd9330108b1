package io.birdseye.strategy;

/** There is no room for another request: a queue or ring is full. The client should come back later. */
public final class Overloaded extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Overloaded(String message) {
        super(message, null, true, false);
    }
}
