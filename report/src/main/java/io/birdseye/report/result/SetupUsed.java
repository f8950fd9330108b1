package io.birdseye.report.result;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.SortedMap;

/** One combination of axis values, and what was found of it before its trials. */
public record SetupUsed(
        SortedMap<String, String> axes, String jdk, List<String> jvmFlags, String collector, Floor floor) {

    public SetupUsed {
        axes = RowKey.sorted(axes);
        jvmFlags = List.copyOf(jvmFlags);
        requireNonNull(floor, "floor");
    }
}
