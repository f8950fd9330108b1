package io.birdseye.report.result;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What one row of a comparison stands for: a strategy, and its value on each axis that the comparison varies.
 *
 * @param axes value by name of the axis; empty where only strategies differ
 */
public record RowKey(String strategy, SortedMap<String, String> axes) {

    private static final String BETWEEN = " · ";

    public RowKey {
        axes = sorted(axes);
    }

    /** Of a comparison that varies nothing but strategies. */
    public static RowKey of(String strategy) {
        return new RowKey(strategy, new TreeMap<>());
    }

    /** Whether a user means it: by its strategy, or by its whole name, also as {@code executor+zgc}. */
    public boolean isNamed(String words) {
        return words.equals(strategy) || words.equals(label()) || words.equals(fileName());
    }

    /** For people: {@code executor · zgc · primitive}. */
    public String label() {
        return joined(BETWEEN);
    }

    /** In the name of a file: {@code executor+zgc+primitive}. */
    public String fileName() {
        return joined("+").replaceAll("[^A-Za-z0-9+._-]", "_");
    }

    private String joined(String between) {
        return Stream.concat(Stream.of(strategy), axes.values().stream()).collect(Collectors.joining(between));
    }

    /** Axis values alone, for people: {@code zgc · primitive}. */
    public static String label(SortedMap<String, String> axes) {
        return String.join(BETWEEN, axes.values());
    }

    static SortedMap<String, String> sorted(SortedMap<String, String> axes) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(axes));
    }
}
