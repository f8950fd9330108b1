package io.birdseye.report.result;

import java.util.List;

/**
 * Where a result was measured.
 *
 * @param commit the commit of Birdseye, with {@code +changes} behind it where the work tree differed
 */
public record Environment(
        String commit,
        String jdk,
        List<String> jvmFlags,
        String collector,
        int cores,
        String cpuModel,
        long memoryBytes,
        String os,
        String kernel) {

    public Environment {
        jvmFlags = List.copyOf(jvmFlags);
    }
}
