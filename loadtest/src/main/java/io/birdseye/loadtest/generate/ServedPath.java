package io.birdseye.loadtest.generate;

import org.jspecify.annotations.Nullable;

/**
 * What the service says of the critical path of its right answers, in the header {@code Server-Timing}: of one answer,
 * the sum, or the mean of several. The parts end when the head of the answer is written.
 *
 * @param waitMs waiting for a thread or a permit
 * @param wireMs waiting for an upstream
 * @param runMs computing
 * @param coreMs could compute, but waited for a core; null where the service does not tell, and then part of
 *     {@code runMs}
 * @param gcMs stopped by the garbage collector while waiting for a thread or computing
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
