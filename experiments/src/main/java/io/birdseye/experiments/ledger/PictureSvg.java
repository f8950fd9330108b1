package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.Picture.DataPoint;
import io.birdseye.experiments.claim.Picture.Series;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.measure.MeasuredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Draws a picture as SVG that is as wide as its place; colours come from the page, and every figure is in its text. */
final class PictureSvg {

    private static final int WIDTH = 360;
    private static final int BAR_ROW = 34;
    private static final int BAR_HEIGHT = 10;
    private static final int VALUE_ROOM = 62;
    private static final int TOP = 14;
    private static final int PLOT_HEIGHT = 150;
    private static final int LEFT = 44;
    private static final int LEGEND_ROW = 17;
    /** Sweeps that double their setting are evenly spaced on a logarithmic axis. */
    private static final double LOGARITHMIC_FROM = 5;
    private static final int COLOURS = 4;

    private PictureSvg() {}

    static String draw(Picture picture, String id) {
        return switch (picture.kind()) {
            case BARS -> bars(picture, id);
            case CURVES -> curves(picture, id);
        };
    }

    private static Markup begin(Picture picture, String id, int height) {
        return new Markup()
                .open("svg", "viewBox", "0 0 " + WIDTH + " " + height, "role", "img", "aria-labelledby",
                        id + "-title " + id + "-text")
                .element("title", picture.title(), "id", id + "-title")
                .element("desc", description(picture), "id", id + "-text");
    }

    private static String description(Picture picture) {
        return picture.series().stream()
                .flatMap(series -> series.points().stream().map(point -> switch (picture.kind()) {
                    case BARS -> point.label() + ": " + point.ours().text();
                    case CURVES -> series.name() + " at " + number(point.x()) + " " + picture.x() + ": "
                            + point.ours().text();
                }))
                .collect(Collectors.joining("; ", picture.y() + ". ", "."));
    }

    private static String bars(Picture picture, String id) {
        List<DataPoint> points = picture.series().stream().flatMap(series -> series.points().stream()).toList();
        double most = points.stream().mapToDouble(PictureSvg::shownHigh).max().orElse(1);
        double scale = (WIDTH - VALUE_ROOM) / Math.max(most, 1e-9);
        Markup svg = begin(picture, id, points.size() * BAR_ROW + 4);
        for (int i = 0; i < points.size(); i++) {
            DataPoint point = points.get(i);
            int y = i * BAR_ROW;
            double width = Math.max(1, point.ours().value() * scale);
            svg.element("text", point.label(), "x", 0, "y", y + 13, "class", "label");
            svg.empty("rect", "x", 0, "y", y + 18, "width", round(width), "height", BAR_HEIGHT, "rx", 2,
                    "class", "bar");
            double right = width;
            if (hasWhisker(point)) {
                right = Math.max(right, shownHigh(point) * scale);
                svg.empty("line", "x1", round(point.ours().low() * scale), "x2", round(shownHigh(point) * scale),
                        "y1", y + 18 + BAR_HEIGHT / 2, "y2", y + 18 + BAR_HEIGHT / 2, "class", "whisker");
            }
            svg.element("text", number(point.ours().value()), "x", round(right + 5), "y", y + 27, "class", "value");
        }
        return svg.close("svg").toString();
    }

    private static String curves(Picture picture, String id) {
        int plotBottom = TOP + PLOT_HEIGHT;
        int height = plotBottom + 36 + picture.series().size() * LEGEND_ROW;
        Axis axis = Axis.of(picture);
        Markup svg = begin(picture, id, height);
        for (double tick : axis.ticksY()) {
            double y = axis.y(tick);
            svg.empty("line", "x1", LEFT, "x2", WIDTH, "y1", round(y), "y2", round(y), "class", "grid");
            svg.element("text", number(tick), "x", LEFT - 6, "y", round(y + 4), "class", "tick end");
        }
        for (double x : axis.ticksX()) {
            svg.element("text", number(x), "x", round(axis.x(x)), "y", plotBottom + 15, "class", "tick middle");
        }
        svg.element("text", picture.x(), "x", WIDTH, "y", plotBottom + 30, "class", "tick end");
        for (int i = 0; i < picture.series().size(); i++) {
            Series series = picture.series().get(i);
            String colour = "c" + i % COLOURS;
            List<DataPoint> points = series.points().stream()
                    .sorted((a, b) -> Double.compare(a.x(), b.x()))
                    .toList();
            svg.empty("polyline", "class", "line " + colour, "points", points.stream()
                    .map(point -> round(axis.x(point.x())) + "," + round(axis.y(point.ours().value())))
                    .collect(Collectors.joining(" ")));
            for (DataPoint point : points) {
                if (hasWhisker(point)) {
                    svg.empty("line", "x1", round(axis.x(point.x())), "x2", round(axis.x(point.x())),
                            "y1", round(axis.y(point.ours().low())), "y2", round(axis.y(shownHigh(point))),
                            "class", "whisker " + colour);
                }
                svg.empty("circle", "cx", round(axis.x(point.x())), "cy", round(axis.y(point.ours().value())), "r", 3,
                        "class", "dot " + colour);
            }
            int y = plotBottom + 34 + (i + 1) * LEGEND_ROW - 6;
            svg.empty("line", "x1", LEFT, "x2", LEFT + 18, "y1", y - 4, "y2", y - 4, "class", "line " + colour);
            svg.element("text", series.name(), "x", LEFT + 24, "y", y, "class", "label");
        }
        return svg.close("svg").toString();
    }

    /** Intervals that reach far beyond everything else would flatten the picture; the text has them whole. */
    private static double shownHigh(DataPoint point) {
        return Math.min(point.ours().high(), 1.6 * point.ours().value());
    }

    private static boolean hasWhisker(DataPoint point) {
        MeasuredValue ours = point.ours();
        return !ours.isExact() && !Double.isInfinite(ours.high());
    }

    private static String number(double value) {
        return value >= 10_000
                ? String.format(Locale.ROOT, "%,.0f", value)
                : value == Math.rint(value) || value >= 100
                        ? String.format(Locale.ROOT, "%.0f", value)
                        : String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String round(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** From figures to places. */
    private record Axis(double lowX, double highX, boolean logarithmic, double highY, List<Double> xs) {

        static Axis of(Picture picture) {
            List<DataPoint> points = picture.series().stream().flatMap(series -> series.points().stream()).toList();
            List<Double> xs = points.stream().map(DataPoint::x).distinct().sorted().toList();
            double low = xs.getFirst();
            double high = xs.getLast();
            double highY = points.stream().mapToDouble(PictureSvg::shownHigh).max().orElse(1);
            return new Axis(low, high, low > 0 && high / low > LOGARITHMIC_FROM, nice(highY), xs);
        }

        double x(double value) {
            double room = WIDTH - LEFT - 28;
            double share = lowX == highX ? 0.5 : (place(value) - place(lowX)) / (place(highX) - place(lowX));
            return LEFT + 14 + share * room;
        }

        double y(double value) {
            return TOP + PLOT_HEIGHT * (1 - Math.max(0, value) / highY);
        }

        private double place(double value) {
            return logarithmic ? Math.log(value) : value;
        }

        List<Double> ticksY() {
            return List.of(0.0, highY / 2, highY);
        }

        /** As many as have room. */
        List<Double> ticksX() {
            List<Double> shown = new ArrayList<>();
            for (double x : xs) {
                if (shown.isEmpty() || x(x) - x(shown.getLast()) >= 26) {
                    shown.add(x);
                }
            }
            return shown;
        }

        /** The next of 1, 2, 4, 5, 8, 10 times a power of ten. */
        private static double nice(double value) {
            double power = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-9))));
            for (double step : new double[] {1, 2, 4, 5, 8}) {
                if (value <= step * power) {
                    return step * power;
                }
            }
            return 10 * power;
        }
    }
}
