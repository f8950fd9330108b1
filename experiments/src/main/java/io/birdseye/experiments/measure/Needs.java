package io.birdseye.experiments.measure;

import io.birdseye.model.MachineLimits;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an experiment needs of the machine; zero where it does not matter.
 *
 * @param memoryBytes of free memory, heap and all
 * @param diskBytes of free disk
 * @param threads that may exist at once
 * @param descriptors that may be open at once
 */
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
