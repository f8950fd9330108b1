package io.birdseye.experiments.claim;

import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements.Unmeasured;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Bars for a ranking or curves for a sweep, of what was measured; figures that were not measured are left out. */
public record Picture(Kind kind, String title, String x, String y, List<Series> series) {

    public enum Kind {
        BARS,
        CURVES
    }

    public record Series(String name, List<DataPoint> points) {}

    /** One figure, with the label of a bar, or the {@code x} of a curve. */
    public record DataPoint(String label, double x, MeasuredValue ours) {}

    public static Picture bars(String title, String y) {
        return new Picture(Kind.BARS, title, "", y, new ArrayList<>());
    }

    public static Picture curves(String title, String x, String y) {
        return new Picture(Kind.CURVES, title, x, y, new ArrayList<>());
    }

    /** A bar below the others. */
    public Picture bar(String label, Supplier<MeasuredValue> ours) {
        return add("", label, 0, ours);
    }

    /** A point of a curve; the points of a curve are joined from left to right. */
    public Picture point(String curve, double at, Supplier<MeasuredValue> ours) {
        return add(curve, "", at, ours);
    }

    private Picture add(String name, String label, double at, Supplier<MeasuredValue> ours) {
        try {
            DataPoint point = new DataPoint(label, at, ours.get());
            series.stream()
                    .filter(known -> known.name().equals(name))
                    .findFirst()
                    .orElseGet(() -> {
                        series.add(new Series(name, new ArrayList<>()));
                        return series.getLast();
                    })
                    .points()
                    .add(point);
        } catch (Unmeasured e) {
            // The verdict says why.
        }
        return this;
    }
}
