package io.birdseye.experiments.claim;

import io.birdseye.experiments.measure.Unmeasured;
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
    public record Series(String name, List<Spot> spots) {
        public Series {
            spots = List.copyOf(spots);
        }
    }

    /**
     * One figure.
     *
     * @param label of a bar
     * @param x of a curve
     */
    public record Spot(String label, double x, Estimate ours) {}

    public Picture {
        series = List.copyOf(series);
        if (series.isEmpty() || series.stream().anyMatch(one -> one.spots().isEmpty())) {
            throw new IllegalArgumentException("picture \"" + title + "\" has nothing to show");
        }
    }

    /** Collects figures; those that were not measured are left out. */
    public static final class Sketch {

        private final Kind kind;
        private final String title;
        private final String x;
        private final String y;
        private final Map<String, List<Spot>> series = new LinkedHashMap<>();

        private Sketch(Kind kind, String title, String x, String y) {
            this.kind = kind;
            this.title = title;
            this.x = x;
            this.y = y;
        }

        /** A bar below the others. */
        public Sketch bar(String label, Supplier<Estimate> ours) {
            return add("", new Spot(label, 0, Estimate.exactly(0)), ours);
        }

        /** A spot of a curve; the spots of a curve are joined from left to right. */
        public Sketch spot(String curve, double at, Supplier<Estimate> ours) {
            return add(curve, new Spot("", at, Estimate.exactly(0)), ours);
        }

        private Sketch add(String name, Spot where, Supplier<Estimate> ours) {
            try {
                Spot spot = new Spot(where.label(), where.x(), ours.get());
                series.computeIfAbsent(name, key -> new ArrayList<>()).add(spot);
            } catch (Unmeasured e) {
                // The verdict says why.
            }
            return this;
        }

        /** Empty if nothing was measured. */
        public Optional<Picture> picture() {
            List<Series> all = new ArrayList<>();
            series.forEach((name, spots) -> all.add(new Series(name, spots)));
            return all.isEmpty() ? Optional.empty() : Optional.of(new Picture(kind, title, x, y, all));
        }
    }

    public static Sketch bars(String title, String y) {
        return new Sketch(Kind.BARS, title, "", y);
    }

    public static Sketch curves(String title, String x, String y) {
        return new Sketch(Kind.CURVES, title, x, y);
    }
}
