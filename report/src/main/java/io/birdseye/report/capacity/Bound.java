package io.birdseye.report.capacity;

/**
 * One resource's limit on throughput. The smallest of a strategy's bounds is what it can carry at most.
 *
 * @param perSecond requests per second that saturate the resource; infinite if a request does not use it
 * @param reason the arithmetic in words, for example {@code 1 thread serves 'comments', 200 ms each}
 */
public record Bound(Resource resource, double perSecond, String reason) {

    /** What runs out: threads or permits for calls or combinations, processor time, HTTP threads, closed-load users. */
    public enum Resource { IO_POOL, CPU_POOL, CORES, HTTP_THREADS, USERS }

    public Bound {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("a bound must be above 0/s, but " + reason + " gives " + perSecond);
        }
    }

    /** Units of a resource, each held for so long by every request: the utilisation law solved for throughput. */
    static Bound of(Resource resource, double units, double heldMs, String reason) {
        return new Bound(resource, heldMs > 0 ? units * 1000 / heldMs : Double.POSITIVE_INFINITY, reason);
    }
}
