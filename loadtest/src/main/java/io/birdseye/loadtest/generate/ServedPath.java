package io.birdseye.loadtest.generate;

import org.jspecify.annotations.Nullable;

/**
 * What the service says in {@code Server-Timing} of the critical path of one right answer, or the sum or mean of
 * several, up to the head of the answer: waiting for a thread or permit, waiting for an upstream, computing, waiting
 * for a core (null where it is not told, and then part of computing), and stopped by the collector.
 */
public record ServedPath(double waitMs, double wireMs, double runMs, @Nullable Double coreMs, double gcMs) {

    /** The header of an answer; null if it has no path, as those of other services. */
    public static @Nullable ServedPath of(String serverTiming) {
        Double wait = millis(serverTiming, "path-wait");
        Double wire = millis(serverTiming, "path-wire");
        Double run = millis(serverTiming, "path-run");
        Double gc = millis(serverTiming, "path-gc");
        return wait == null || wire == null || run == null || gc == null
                ? null
                : new ServedPath(wait, wire, run, millis(serverTiming, "path-core"), gc);
    }

    private static @Nullable Double millis(String header, String entry) {
        // The last one: a call of a scenario may have any name, but stands before.
        int begin = header.lastIndexOf(entry + ";dur=");
        if (begin < 0) {
            return null;
        }
        begin += entry.length() + ";dur=".length();
        int end = header.indexOf(',', begin);
        try {
            return Double.valueOf(header.substring(begin, end < 0 ? header.length() : end));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    ServedPath plus(ServedPath other) {
        Double core = coreMs == null || other.coreMs == null ? null : (Double) (coreMs + other.coreMs);
        return new ServedPath(
                waitMs + other.waitMs, wireMs + other.wireMs, runMs + other.runMs, core, gcMs + other.gcMs);
    }

    ServedPath dividedBy(long count) {
        return new ServedPath(
                waitMs / count, wireMs / count, runMs / count, coreMs == null ? null : (Double) (coreMs / count),
                gcMs / count);
    }
}
