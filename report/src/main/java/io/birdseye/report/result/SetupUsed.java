package io.birdseye.report.result;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.SortedMap;

/**
 * One combination of axis values, and what was found of it before its trials.
 *
 * @param axes value by name of the axis, as its trials have them
 * @param jdk that ran the service
 * @param jvmFlags the flags of the service's JVM
 * @param collector the garbage collector of the service's JVM
 * @param floor what one request takes alone there
 */
public record SetupUsed(
        SortedMap<String, String> axes, String jdk, List<String> jvmFlags, String collector, Floor floor) {

    public SetupUsed {
        axes = RowKey.sorted(axes);
        jvmFlags = List.copyOf(jvmFlags);
        requireNonNull(floor, "floor");
    }
}
