package io.birdseye.experiments.measure;

import io.birdseye.model.Effort;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How a variant is measured: a probe, run in fresh JVMs. Is itself a variant, the same with every effort.
 *
 * @param name of the variant; empty until {@link #named}
 * @param jvmFlags of the child JVM
 * @param heapMb its maximum heap
 * @param addressSpaceMb the limit of its address space, which limits its threads without privileges; zero for none
 * @param runs how many JVMs
 * @param expected how long one run takes; for the display of the time left
 * @param limit after which a run is stopped and reported as hanging
 * @param upstream whether the probe calls the upstream server
 */
public record Experiment(
        String name,
        Probe probe,
        List<String> jvmFlags,
        int heapMb,
        int addressSpaceMb,
        int runs,
        Duration expected,
        Duration limit,
        Needs needs,
        boolean upstream) implements Variant {

    public Experiment {
        jvmFlags = List.copyOf(jvmFlags);
        if (!name.matches("[a-z0-9./-]*")) {
            throw new IllegalArgumentException("experiment name " + name + " is not lower case letters, digits, . / -");
        }
        if (heapMb < 16 || runs < 1 || addressSpaceMb < 0) {
            throw new IllegalArgumentException("experiment " + name + ": heap of " + heapMb + " MB, " + runs + " runs");
        }
        if (limit.compareTo(expected) < 0) {
            throw new IllegalArgumentException("experiment " + name + " would be stopped after " + limit
                    + ", before the " + expected + " it is expected to take");
        }
    }

    /** One run of a few seconds with the parallel collector and a heap of 256 MB. */
    public static Experiment of(Probe probe) {
        return of(probe, "-XX:+UseParallelGC");
    }

    /** The same with another collector. */
    public static Experiment of(Probe probe, String collector) {
        return new Experiment("", probe, List.of(collector), 256, 0, 1,
                Duration.ofSeconds(3), Duration.ofSeconds(60), Needs.NOTHING, false);
    }

    @Override
    public Experiment experiment(Effort effort) {
        return this;
    }

    public Experiment named(String variant) {
        return new Experiment(variant, probe, jvmFlags, heapMb, addressSpaceMb, runs, expected, limit, needs, upstream);
    }

    /** Adds flags to those of the child JVM. */
    public Experiment flags(String... flags) {
        return jvm(Stream.concat(jvmFlags.stream(), Stream.of(flags)).toList(), heapMb, addressSpaceMb);
    }

    public Experiment heap(int megabytes) {
        return jvm(jvmFlags, megabytes, addressSpaceMb);
    }

    public Experiment addressSpace(int megabytes) {
        return jvm(jvmFlags, heapMb, megabytes);
    }

    private Experiment jvm(List<String> flags, int heap, int addressSpace) {
        return new Experiment(name, probe, flags, heap, addressSpace, runs, expected, limit, needs, upstream);
    }

    public Experiment runs(int count) {
        return how(count, expected, limit, needs, upstream);
    }

    /** How long a run takes, and after which time it is stopped. */
    public Experiment takes(Duration usual, Duration atMost) {
        return how(runs, usual, atMost, needs, upstream);
    }

    public Experiment needs(Needs all) {
        return how(runs, expected, limit, all, upstream);
    }

    /** Lets the runner start the upstream server and tell its address. */
    public Experiment withUpstream() {
        return how(runs, expected, limit, needs, true);
    }

    private Experiment how(int count, Duration usual, Duration atMost, Needs all, boolean calls) {
        return new Experiment(name, probe, jvmFlags, heapMb, addressSpaceMb, count, usual, atMost, all, calls);
    }

    /** Equal for experiments that measure the same; the number of runs and the time limits may differ. */
    String fingerprint() {
        return String.join(" ", probe.getClass().getSimpleName(), new TreeMap<>(ProbeSettings.of(probe)).toString(),
                jvmFlags.toString(), heapMb + "MB", addressSpaceMb + "MB");
    }
}
