package io.birdseye.experiments.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One measuring point: a probe and its settings, run in fresh JVMs.
 *
 * @param name unique, like {@code tr/compute/eight}; the same name means the same measurement
 * @param settings what the probe reads; {@code upstream} is set by the runner if the point needs the upstream server
 * @param jvmFlags of the child JVM
 * @param heapMb its maximum heap
 * @param addressSpaceMb the bound on its address space, by which the number of its threads can be bounded without
 *     privileges; zero for none
 * @param runs how many JVMs
 * @param expected how long one run takes, for the time left
 * @param limit after which a run is stopped and reported as hanging
 * @param upstream whether it calls the upstream server
 */
public record Point(
        String name,
        Class<? extends Probe> probe,
        Map<String, String> settings,
        List<String> jvmFlags,
        int heapMb,
        int addressSpaceMb,
        int runs,
        Duration expected,
        Duration limit,
        Needs needs,
        boolean upstream) {

    public Point {
        settings = Map.copyOf(settings);
        jvmFlags = List.copyOf(jvmFlags);
        if (!name.matches("[a-z0-9./-]+")) {
            throw new IllegalArgumentException("point name " + name + " is not lower case letters, digits, . / -");
        }
        if (heapMb < 16 || runs < 1 || addressSpaceMb < 0) {
            throw new IllegalArgumentException("point " + name + ": heap of " + heapMb + " MB, " + runs + " runs");
        }
        if (limit.compareTo(expected) < 0) {
            throw new IllegalArgumentException("point " + name + " would be stopped after " + limit
                    + ", before the " + expected + " it is expected to take");
        }
    }

    /** A point with one run of a few seconds in a heap of 256 MB. */
    public static Point of(String name, Class<? extends Probe> probe) {
        return new Point(name, probe, Map.of(), List.of("-XX:+UseParallelGC"), 256, 0, 1,
                Duration.ofSeconds(3), Duration.ofSeconds(60), Needs.NOTHING, false);
    }

    public Point with(String setting, Object value) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put(setting, value.toString());
        return new Point(name, probe, all, jvmFlags, heapMb, addressSpaceMb, runs, expected, limit, needs, upstream);
    }

    /** Adds flags to those of the child JVM. */
    public Point flags(String... flags) {
        List<String> all = new ArrayList<>(jvmFlags);
        all.addAll(List.of(flags));
        return new Point(name, probe, settings, all, heapMb, addressSpaceMb, runs, expected, limit, needs, upstream);
    }

    /** Another collector than the parallel one. */
    public Point collector(String flag) {
        List<String> all = new ArrayList<>(jvmFlags);
        all.replaceAll(old -> old.equals("-XX:+UseParallelGC") ? flag : old);
        return new Point(name, probe, settings, all, heapMb, addressSpaceMb, runs, expected, limit, needs, upstream);
    }

    public Point heap(int megabytes) {
        return new Point(name, probe, settings, jvmFlags, megabytes, addressSpaceMb, runs, expected, limit, needs,
                upstream);
    }

    public Point addressSpace(int megabytes) {
        return new Point(name, probe, settings, jvmFlags, heapMb, megabytes, runs, expected, limit, needs, upstream);
    }

    public Point runs(int count) {
        return new Point(name, probe, settings, jvmFlags, heapMb, addressSpaceMb, count, expected, limit, needs,
                upstream);
    }

    /** How long a run takes, and after which time it is stopped. */
    public Point takes(Duration usual, Duration atMost) {
        return new Point(name, probe, settings, jvmFlags, heapMb, addressSpaceMb, runs, usual, atMost, needs, upstream);
    }

    public Point needs(Needs all) {
        return new Point(name, probe, settings, jvmFlags, heapMb, addressSpaceMb, runs, expected, limit, all, upstream);
    }

    /** Lets the runner start the upstream server and set {@code upstream} to its address. */
    public Point withUpstream() {
        return new Point(name, probe, settings, jvmFlags, heapMb, addressSpaceMb, runs, expected, limit, needs, true);
    }

    /** Whether a result of {@code other} can stand for this point: everything but the number of runs is equal. */
    String fingerprint() {
        return String.join(" ", probe.getSimpleName(), new TreeMap<>(settings).toString(),
                jvmFlags.toString(), heapMb + "MB", addressSpaceMb + "MB");
    }
}
