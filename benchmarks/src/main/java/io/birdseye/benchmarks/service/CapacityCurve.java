package io.birdseye.benchmarks.service;

import io.birdseye.benchmarks.service.CapacityBench.DataPoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Throughput over users, with one or more trials for each number of users. Where its top is and what lies lowest beyond
 * is decided by the first trial of each; later ones say how high these points are, and cannot choose themselves.
 */
final class CapacityCurve {

    private final NavigableMap<Integer, List<DataPoint>> trials = new TreeMap<>();

    CapacityCurve add(DataPoint point) {
        trials.computeIfAbsent(point.users(), users -> new ArrayList<>()).add(point);
        return this;
    }

    /** The trials of each number of users, fewest users first. */
    Collection<List<DataPoint>> all() {
        return trials.values();
    }

    List<DataPoint> top() {
        return trials.values().stream()
                .max(Comparator.comparingDouble(CapacityCurve::first))
                .orElseThrow();
    }

    /** Of all points behind the top, since with more users still some strategies recover; the top if it is the last. */
    List<DataPoint> lowestBeyond() {
        List<DataPoint> top = top();
        return trials.tailMap(top.getFirst().users(), false).values().stream()
                .min(Comparator.comparingDouble(CapacityCurve::first))
                .orElse(top);
    }

    /** Whether the top is at the end, so that what comes behind it has not been seen. */
    boolean rises() {
        return top() == trials.lastEntry().getValue();
    }

    private static double first(List<DataPoint> points) {
        return points.getFirst().perSecond();
    }

    /** The trial with the median throughput, so that all its figures are of one JVM. */
    static DataPoint middle(List<DataPoint> points) {
        List<DataPoint> sorted = points.stream()
                .sorted(Comparator.comparingDouble(DataPoint::perSecond))
                .toList();
        return sorted.get(sorted.size() / 2);
    }
}
