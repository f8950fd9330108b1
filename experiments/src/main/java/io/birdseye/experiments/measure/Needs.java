package io.birdseye.experiments.measure;

import java.util.Optional;

/**
 * What a point needs of the machine; zero where it does not matter.
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

    /** What is missing, with the numbers; empty if the limits suffice. */
    Optional<String> missing(Needs limits) {
        if (memoryBytes > limits.memoryBytes) {
            return shortOf("MB of free memory", memoryBytes >> 20, limits.memoryBytes >> 20);
        }
        if (diskBytes > limits.diskBytes) {
            return shortOf("MB of free disk", diskBytes >> 20, limits.diskBytes >> 20);
        }
        if (threads > limits.threads) {
            return shortOf("threads", threads, limits.threads);
        }
        if (descriptors > limits.descriptors) {
            return shortOf("open files and sockets", descriptors, limits.descriptors);
        }
        return Optional.empty();
    }

    private static Optional<String> shortOf(String what, long needed, long available) {
        return Optional.of("needs " + needed + " " + what + ", and there are " + available);
    }
}
