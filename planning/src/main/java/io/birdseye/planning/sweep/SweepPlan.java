package io.birdseye.planning.sweep;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * All points of a sweep over one or two settings.
 *
 * <p>They are measured in a random order, so that what drifts while the sweep runs (temperature, neighbours) blurs the
 * curve rather than bending it. The order follows from the seed, so an interrupted sweep goes on where it stopped.
 */
public record SweepPlan(List<Axis> axes, long seed) {

    /**
     * One combination of values.
     *
     * @param index its place in the grid, the last axis counting fastest; by it a measured point is known again
     */
    public record Point(int index, Map<String, Double> values) {

        public Point {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    public SweepPlan {
        axes = List.copyOf(axes);
        if (axes.isEmpty() || axes.size() > 2) {
            throw new IllegalArgumentException("a sweep has one or two settings, but this has " + axes.size());
        }
        if (axes.stream().map(Axis::setting).distinct().count() < axes.size()) {
            throw new IllegalArgumentException(
                    "a sweep needs two different settings, but both are " + axes.getFirst().setting());
        }
    }

    /** The points in the order of the grid. */
    public List<Point> grid() {
        List<Point> points = new ArrayList<>();
        Axis first = axes.getFirst();
        for (double value : first.values()) {
            if (axes.size() == 1) {
                points.add(new Point(points.size(), Map.of(first.setting(), value)));
                continue;
            }
            for (double other : axes.getLast().values()) {
                Map<String, Double> both = new LinkedHashMap<>();
                both.put(first.setting(), value);
                both.put(axes.getLast().setting(), other);
                points.add(new Point(points.size(), both));
            }
        }
        return points;
    }

    /** The points in the order in which they are measured. */
    public List<Point> order() {
        List<Point> points = new ArrayList<>(grid());
        Collections.shuffle(points, new Random(seed));
        return points;
    }

    /** Those that are still to be measured. */
    public List<Point> remaining(Collection<Integer> measured) {
        return order().stream().filter(point -> !measured.contains(point.index())).toList();
    }
}
