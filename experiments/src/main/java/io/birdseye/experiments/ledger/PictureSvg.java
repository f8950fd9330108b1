package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Picture.Series;
import io.birdseye.experiments.claim.Picture.Spot;
import io.birdseye.experiments.claim.Picture;
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
                .flatMap(series -> series.spots().stream().map(spot -> switch (picture.kind()) {
                    case BARS -> spot.label() + ": " + spot.ours().text();
                    case CURVES -> series.name() + " at " + number(spot.x()) + " " + picture.x() + ": "
                            + spot.ours().text();
                }))
                .collect(Collectors.joining("; ", picture.y() + ". ", "."));
    }

    private static String bars(Picture picture, String id) {
        List<Spot> spots = picture.series().stream().flatMap(series -> series.spots().stream()).toList();
        double most = spots.stream().mapToDouble(PictureSvg::shownHigh).max().orElse(1);
        double scale = (WIDTH - VALUE_ROOM) / Math.max(most, 1e-9);
        Markup svg = begin(picture, id, spots.size() * BAR_ROW + 4);
        for (int i = 0; i < spots.size(); i++) {
            Spot spot = spots.get(i);
            int y = i * BAR_ROW;
            double width = Math.max(1, spot.ours().value() * scale);
            svg.element("text", spot.label(), "x", 0, "y", y + 13, "class", "label");
            svg.empty("rect", "x", 0, "y", y + 18, "width", round(width), "height", BAR_HEIGHT, "rx", 2,
                    "class", "bar");
            double right = width;
            if (hasWhisker(spot)) {
                right = Math.max(right, shownHigh(spot) * scale);
                svg.empty("line", "x1", round(spot.ours().low() * scale), "x2", round(shownHigh(spot) * scale),
                        "y1", y + 18 + BAR_HEIGHT / 2, "y2", y + 18 + BAR_HEIGHT / 2, "class", "whisker");
            }
            svg.element("text", number(spot.ours().value()), "x", round(right + 5), "y", y + 27, "class", "value");
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
            List<Spot> spots = series.spots().stream()
                    .sorted((a, b) -> Double.compare(a.x(), b.x()))
                    .toList();
            svg.empty("polyline", "class", "line " + colour, "points", spots.stream()
                    .map(spot -> round(axis.x(spot.x())) + "," + round(axis.y(spot.ours().value())))
                    .collect(Collectors.joining(" ")));
            for (Spot spot : spots) {
                if (hasWhisker(spot)) {
                    svg.empty("line", "x1", round(axis.x(spot.x())), "x2", round(axis.x(spot.x())),
                            "y1", round(axis.y(spot.ours().low())), "y2", round(axis.y(shownHigh(spot))),
                            "class", "whisker " + colour);
                }
                svg.empty("circle", "cx", round(axis.x(spot.x())), "cy", round(axis.y(spot.ours().value())), "r", 3,
                        "class", "dot " + colour);
            }
            int y = plotBottom + 34 + (i + 1) * LEGEND_ROW - 6;
            svg.empty("line", "x1", LEFT, "x2", LEFT + 18, "y1", y - 4, "y2", y - 4, "class", "line " + colour);
            svg.element("text", series.name(), "x", LEFT + 24, "y", y, "class", "label");
        }
        return svg.close("svg").toString();
    }

    /** Intervals that reach far beyond everything else would flatten the picture; the text has them whole. */
    private static double shownHigh(Spot spot) {
        return Math.min(spot.ours().high(), 1.6 * spot.ours().value());
    }

    private static boolean hasWhisker(Spot spot) {
        Estimate ours = spot.ours();
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
            List<Spot> spots = picture.series().stream().flatMap(series -> series.spots().stream()).toList();
            List<Double> xs = spots.stream().map(Spot::x).distinct().sorted().toList();
            double low = xs.getFirst();
            double high = xs.getLast();
            double highY = spots.stream().mapToDouble(PictureSvg::shownHigh).max().orElse(1);
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
