package io.birdseye.experiments.claim;

import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements.Unmeasured;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A small picture of what was measured: bars for a ranking, curves for a sweep.
 *
 * @param x what the horizontal axis of curves shows, with its unit; empty for bars
 * @param y what the figures are, with their unit
 */
public record Picture(Kind kind, String title, String x, String y, List<Series> series) {

    /** How it is drawn. */
    public enum Kind {
        BARS,
        CURVES
    }

    /** Figures of one colour. */
    public record Series(String name, List<DataPoint> points) {}

    /**
     * One figure.
     *
     * @param label of a bar
     * @param x of a curve
     */
    public record DataPoint(String label, double x, MeasuredValue ours) {}

    public static ChartBuilder bars(String title, String y) {
        return new ChartBuilder(Kind.BARS, title, "", y, new LinkedHashMap<>());
    }

    public static ChartBuilder curves(String title, String x, String y) {
        return new ChartBuilder(Kind.CURVES, title, x, y, new LinkedHashMap<>());
    }

    /** Collects figures; those that were not measured are left out. */
    public record ChartBuilder(Kind kind, String title, String x, String y, Map<String, List<DataPoint>> series) {

        /** A bar below the others. */
        public ChartBuilder bar(String label, Supplier<MeasuredValue> ours) {
            return add("", label, 0, ours);
        }

        /** A point of a curve; the points of a curve are joined from left to right. */
        public ChartBuilder point(String curve, double at, Supplier<MeasuredValue> ours) {
            return add(curve, "", at, ours);
        }

        private ChartBuilder add(String name, String label, double at, Supplier<MeasuredValue> ours) {
            try {
                DataPoint point = new DataPoint(label, at, ours.get());
                series.computeIfAbsent(name, key -> new ArrayList<>()).add(point);
            } catch (Unmeasured e) {
                // The verdict says why.
            }
            return this;
        }

        /** Empty if nothing was measured. */
        public Optional<Picture> picture() {
            List<Series> all = new ArrayList<>();
            series.forEach((name, points) -> all.add(new Series(name, points)));
            return all.isEmpty() ? Optional.empty() : Optional.of(new Picture(kind, title, x, y, all));
        }
    }
}
