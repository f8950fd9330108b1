package io.birdseye.planning.sweep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The points of a sweep in an order drawn from the seed: a drift of the machine adds noise and bends no curve. */
public record SweepPlan(List<SweepAxis> axes, long seed) {

    /** One measurement: a strategy at a point, which its index in the grid identifies. */
    public record Step(String strategy, int index, Map<String, Double> values) {}

    public SweepPlan {
        axes = List.copyOf(axes);
        if (axes.isEmpty() || axes.size() > 2) {
            throw new IllegalArgumentException("a sweep has one or two settings, but this has " + axes.size());
        }
        if (axes.stream().map(SweepAxis::setting).distinct().count() < axes.size()) {
            throw new IllegalArgumentException("a sweep needs two different settings, but both are " + axes.getFirst().setting());
        }
    }

    /** @throws IllegalArgumentException if an axis is neither the rate nor the users, the only ones of a service of the user's own */
    public SweepPlan ofLoads() {
        for (SweepAxis axis : axes) {
            if (!axis.setting().equals("rate") && !axis.setting().equals("users")) {
                throw new IllegalArgumentException(
                        "of a service of your own, rate or users can be on an axis, but not " + axis.setting());
            }
        }
        if (axes.size() > 1) {
            throw new IllegalArgumentException("a load is either open or closed: rate and users cannot both be on an axis");
        }
        return this;
    }

    /** The combinations of values, the last axis counting fastest. */
    public List<Map<String, Double>> grid() {
        List<Map<String, Double>> combinations = List.of(Map.of());
        for (SweepAxis axis : axes) {
            combinations = combinations.stream()
                    .flatMap(values -> axis.values().stream().map(value -> with(values, axis.setting(), value)))
                    .toList();
        }
        return combinations;
    }

    /** Every point for every strategy, in the order of measurement. */
    public List<Step> order(List<String> strategies) {
        List<Map<String, Double>> grid = grid();
        List<Step> steps = new ArrayList<>();
        for (String strategy : strategies) {
            for (int index = 0; index < grid.size(); index++) {
                steps.add(new Step(strategy, index, grid.get(index)));
            }
        }
        Collections.shuffle(steps, new Random(seed));
        return steps;
    }

    private static Map<String, Double> with(Map<String, Double> values, String setting, double value) {
        Map<String, Double> more = new LinkedHashMap<>(values);
        more.put(setting, value);
        return Collections.unmodifiableMap(more);
    }
}
