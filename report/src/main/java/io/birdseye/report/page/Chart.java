package io.birdseye.report.page;

import gg.jte.Content;
import gg.jte.TemplateOutput;
import io.birdseye.model.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A chart that a page draws with ECharts: curves over a setting, or bars of a ranking. */
public record Chart(Kind kind, String title, String x, String y, List<Series> series, List<Limit> limits)
        implements Content {

    enum Kind { LINES, BARS }

    /** The values of one curve, or all bars. */
    record Series(String name, List<Point> points) {}

    /**
     * One value.
     *
     * @param label of a bar; empty for a curve
     * @param low where its interval begins; not a number where there is no interval
     */
    public record Point(String label, double x, double y, double low, double high) {

        /** A point of a curve, without an interval. */
        public static Point at(double x, double y) {
            return new Point("", x, y, Double.NaN, Double.NaN);
        }

        private String inWords() {
            boolean interval = low < high && Double.isFinite(high);
            String value = Format.plain(y)
                    + (interval ? " (" + Format.plain(low) + " to " + Format.plain(high) + ")" : "");
            return label.isEmpty() ? value + " at " + Format.plain(x) : label + ": " + value;
        }
    }

    /** A horizontal line with a name: a value not to be exceeded. */
    record Limit(String name, double y) {}

    public static Chart lines(String title, String x, String y) {
        return new Chart(Kind.LINES, title, x, y, new ArrayList<>(), new ArrayList<>());
    }

    /** Horizontal bars, the first one on top. */
    public static Chart bars(String title, String y, List<Point> bars) {
        return new Chart(Kind.BARS, title, "", y, List.of(new Series("", bars)), List.of());
    }

    public Chart measured(String name, List<Point> points) {
        series.add(new Series(name, points));
        return this;
    }

    public Chart limit(String name, double value) {
        limits.add(new Limit(name, value));
        return this;
    }

    @Override
    public void writeTo(TemplateOutput output) {
        Templates.OWN.content("chart.jte", this).writeTo(output);
    }

    String json() {
        return Assets.json(this);
    }

    /** The same figures for those who do not see the picture. */
    String inWords() {
        List<String> sentences = new ArrayList<>(List.of(x.isEmpty() ? y : y + " over " + x));
        for (Series one : series) {
            String values = one.points().stream().map(Point::inWords).collect(Collectors.joining(", "));
            sentences.add(one.name().isEmpty() ? values : one.name() + ": " + values);
        }
        limits.forEach(limit -> sentences.add(limit.name() + ": " + Format.plain(limit.y())));
        return String.join(". ", sentences);
    }
}
