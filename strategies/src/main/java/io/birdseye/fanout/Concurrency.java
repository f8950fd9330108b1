package io.birdseye.fanout;

/**
 * The concurrency that a strategy really reached, to be held against its budget.
 *
 * @param io calls on the wire
 * @param cpu combinations running; the join only copies bytes and is not counted
 */
public record Concurrency(ConcurrencyMeter io, ConcurrencyMeter cpu) {

    public Concurrency() {
        this(new ConcurrencyMeter(), new ConcurrencyMeter());
    }
}
