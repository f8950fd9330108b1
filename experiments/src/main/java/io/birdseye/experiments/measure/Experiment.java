package io.birdseye.experiments.measure;

import io.birdseye.model.Effort;
import io.birdseye.model.MachineLimits;
import io.birdseye.report.json.JsonFile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * How a variant is measured: a probe in so many fresh JVMs, each stopped after the limit and then reported as hanging.
 * Is itself a variant, the same with every effort; its name is empty until {@link #named}.
 */
public record Experiment(
        String name, Probe probe, Jvm jvm, int runs, Duration expected, Duration limit, Needs needs, boolean upstream)
        implements Variant {

    static final JsonMapper JSON = JsonFile.mapper().build();

    /** @param addressSpaceMb a limit, which limits its threads without privileges; zero for none */
    public record Jvm(List<String> flags, int heapMb, int addressSpaceMb) {
        public Jvm {
            flags = List.copyOf(flags);
        }
    }

    /** What an experiment needs of the machine; zero where it does not matter. Memory is free memory, heap and all. */
    public record Needs(long memoryBytes, long diskBytes, long threads, long descriptors) {

        public static final Needs NOTHING = new Needs(0, 0, 0, 0);

        public Needs {
            if (memoryBytes < 0 || diskBytes < 0 || threads < 0 || descriptors < 0) {
                throw new IllegalArgumentException("negative need: " + memoryBytes + " bytes of memory, " + diskBytes
                        + " of disk, " + threads + " threads, " + descriptors + " descriptors");
            }
        }

        /** What is missing, with the numbers; empty if the machine has enough. */
        Optional<String> missing(MachineLimits limits, long freeDiskBytes) {
            return Stream.of(
                            shortOf("MB of free memory", memoryBytes >> 20, limits.memoryBytes() >> 20),
                            shortOf("MB of free disk", diskBytes >> 20, freeDiskBytes >> 20),
                            shortOf("threads", threads, limits.threads()),
                            shortOf("open files and sockets", descriptors, limits.descriptors()))
                    .flatMap(Optional::stream)
                    .findFirst();
        }

        private static Optional<String> shortOf(String what, long needed, long available) {
            return needed > available
                    ? Optional.of("needs " + needed + " " + what + ", and there are " + available)
                    : Optional.empty();
        }
    }

    public Experiment {
        if (!name.matches("[a-z0-9./-]*")) {
            throw new IllegalArgumentException("experiment name " + name + " is not lower case letters, digits, . / -");
        }
        if (jvm.heapMb < 16 || runs < 1 || jvm.addressSpaceMb < 0) {
            throw new IllegalArgumentException(
                    "experiment " + name + ": heap of " + jvm.heapMb + " MB, " + runs + " runs");
        }
        if (limit.compareTo(expected) < 0) {
            throw new IllegalArgumentException("experiment " + name + " would be stopped after " + limit
                    + ", before the " + expected + " it is expected to take");
        }
    }

    /** One run of a few seconds with a heap of 256 MB, and with the parallel collector where no flags choose another. */
    public static Experiment of(Probe probe, String... flags) {
        List<String> chosen = flags.length == 0 ? List.of("-XX:+UseParallelGC") : List.of(flags);
        return new Experiment("", probe, new Jvm(chosen, 256, 0), 1,
                Duration.ofSeconds(3), Duration.ofSeconds(60), Needs.NOTHING, false);
    }

    @Override
    public Experiment experiment(Effort effort) {
        return this;
    }

    public Experiment named(String variant) {
        return new Experiment(variant, probe, jvm, runs, expected, limit, needs, upstream);
    }

    /** Adds flags to those of the child JVM. */
    public Experiment flags(String... flags) {
        return in(new Jvm(Stream.concat(jvm.flags.stream(), Stream.of(flags)).toList(), jvm.heapMb, jvm.addressSpaceMb));
    }

    public Experiment heap(int megabytes) {
        return in(new Jvm(jvm.flags, megabytes, jvm.addressSpaceMb));
    }

    public Experiment addressSpace(int megabytes) {
        return in(new Jvm(jvm.flags, jvm.heapMb, megabytes));
    }

    private Experiment in(Jvm other) {
        return new Experiment(name, probe, other, runs, expected, limit, needs, upstream);
    }

    public Experiment runs(int count) {
        return new Experiment(name, probe, jvm, count, expected, limit, needs, upstream);
    }

    /** How many seconds a run takes, and after how many it is stopped. */
    public Experiment takes(double usual, double atMost) {
        return new Experiment(name, probe, jvm, runs, Duration.ofMillis(Math.round(usual * 1e3)),
                Duration.ofMillis(Math.round(atMost * 1e3)), needs, upstream);
    }

    public Experiment needs(Needs all) {
        return new Experiment(name, probe, jvm, runs, expected, limit, all, upstream);
    }

    /** Lets the runner start the upstream server and tell its address. */
    public Experiment withUpstream() {
        return new Experiment(name, probe, jvm, runs, expected, limit, needs, true);
    }

    String settings() {
        return JSON.writeValueAsString(probe);
    }

    /** Equal for experiments that measure the same; the number of runs and the time limits may differ. */
    String fingerprint() {
        return String.join(" ", probe.getClass().getSimpleName(), settings(), jvm.toString());
    }
}
