package io.birdseye.report.capacity;

import io.birdseye.model.Format;

/**
 * One resource's limit on throughput. The smallest of a strategy's bounds is what it can carry at most.
 *
 * @param perSecond requests per second that saturate the resource; infinite if a request does not use it
 */
public record Bound(Resource resource, double perSecond, String reason) {

    /** What runs out: threads or permits for calls or combinations, places that all requests share, processor time, HTTP threads, users; or nobody knows. */
    public enum Resource {
        IO_POOL("threads"), CPU_POOL("threads"), SHARED_POOL("places that all requests share"), CORES("cores"), HTTP_THREADS("threads"),
        USERS("users"), NOT_KNOWN("threads");

        public final String words;

        Resource(String words) {
            this.words = words;
        }
    }

    public Bound {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("a bound must be above 0/s, but " + reason + " gives " + perSecond);
        }
    }

    /** Processor time alone: of a service whose threads are not known. */
    public static Bound ofCores(int cores, double cpuMs) {
        return of(Resource.CORES, cores, cpuMs, Format.count(cores, "core") + ", " + Format.ms(cpuMs)
                + " of CPU per answer; the threads of the service are not known");
    }

    public static Bound notKnown(String reason) {
        return new Bound(Resource.NOT_KNOWN, Double.POSITIVE_INFINITY, reason);
    }

    /** Units of a resource, each held for so long by every request: the utilisation law solved for throughput. */
    static Bound of(Resource resource, double units, double heldMs, String reason) {
        return new Bound(resource, heldMs > 0 ? units * 1000 / heldMs : Double.POSITIVE_INFINITY, reason);
    }
}
