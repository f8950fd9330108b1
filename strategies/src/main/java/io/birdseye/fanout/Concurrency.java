package io.birdseye.fanout;

/**
 * Measures the concurrency of a strategy, so that it can be compared with the budget.
 *
 * @param io counts calls on the wire
 * @param cpu counts running combinations; the join only copies bytes and is not counted
 */
public record Concurrency(ConcurrencyMeter io, ConcurrencyMeter cpu) {

    public Concurrency() {
        this(new ConcurrencyMeter(), new ConcurrencyMeter());
    }
}
