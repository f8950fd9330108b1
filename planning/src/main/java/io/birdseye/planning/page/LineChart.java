package io.birdseye.planning.page;

import static io.birdseye.planning.page.Markup.at;
import static io.birdseye.planning.page.Markup.escape;
import static io.birdseye.planning.page.Markup.number;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Curves over one setting. Measured points are dots on a solid line, predicted ones a dashed line, so that the two can
 * lie over one another and still be told apart without colour.
 *
 * @param what title of the chart
 * @param x name of the setting
 * @param y name and unit of the figure
 * @param limit a horizontal line with its name, for an objective
 */
public record LineChart(String what, String x, String y, List<Series> series, Optional<Limit> limit) {

    private static final int WIDTH = 720;
    private static final int HEIGHT = 320;
    private static final int LEFT = 64;
    private static final int RIGHT = 150;
    private static final int TOP = 16;
    private static final int BOTTOM = 48;
    private static final int COLOURS = 6;

    public LineChart {
        series = List.copyOf(series);
    }

    /** @param colour equal numbers have equal colours, so that a prediction carries that of its measurement */
    public record Series(String name, boolean predicted, int colour, List<Point> points) {

        public Series {
            points = List.copyOf(points);
        }
    }

    /** One value; not a number where there is none, which breaks the line. */
    public record Point(double x, double y) {}

    /** A value not to be exceeded. */
    public record Limit(String name, double y) {}

    /** The chart as an SVG element; its figures in words are its description. */
    public String svg() {
        TreeSet<Double> xs = new TreeSet<>();
        double highest = limit.map(Limit::y).orElse(0.0);
        for (Series one : series) {
            for (Point point : one.points()) {
                xs.add(point.x());
                highest = Double.isFinite(point.y()) ? Math.max(highest, point.y()) : highest;
            }
        }
        Scale across = new Scale(
                xs.isEmpty() ? 0 : xs.first(), xs.isEmpty() ? 1 : xs.last(), LEFT + 12, WIDTH - RIGHT - 12);
        Scale up = Scale.fromZero(highest, HEIGHT - BOTTOM, TOP);
        StringBuilder svg = new StringBuilder()
                .append("<svg class=\"chart\" role=\"img\" viewBox=\"0 0 ").append(WIDTH).append(' ').append(HEIGHT)
                .append("\" xmlns=\"http://www.w3.org/2000/svg\">")
                .append("<title>").append(escape(what)).append("</title>")
                .append("<desc>").append(escape(inWords())).append("</desc>");
        axes(svg, across, up, xs);
        limit.ifPresent(line -> svg.append("<line class=\"limit\" x1=\"").append(LEFT).append("\" x2=\"")
                .append(WIDTH - RIGHT).append("\" y1=\"").append(at(up.at(line.y()))).append("\" y2=\"")
                .append(at(up.at(line.y()))).append("\"/><text x=\"").append(WIDTH - RIGHT + 6).append("\" y=\"")
                .append(at(up.at(line.y()) + 4)).append("\">").append(escape(line.name())).append("</text>"));
        for (int i = 0; i < series.size(); i++) {
            draw(svg, series.get(i), i, across, up);
        }
        return svg.append("</svg>").toString();
    }

    private void axes(StringBuilder svg, Scale across, Scale up, TreeSet<Double> xs) {
        for (double tick : up.ticks()) {
            String y = at(up.at(tick));
            svg.append("<line class=\"grid\" x1=\"").append(LEFT).append("\" x2=\"").append(WIDTH - RIGHT)
                    .append("\" y1=\"").append(y).append("\" y2=\"").append(y).append("\"/>")
                    .append("<text class=\"end\" x=\"").append(LEFT - 6).append("\" y=\"")
                    .append(at(up.at(tick) + 4)).append("\">").append(number(tick)).append("</text>");
        }
        double last = Double.NEGATIVE_INFINITY;
        for (double value : xs) {
            // Values that lie close together would be written over one another.
            if (across.at(value) - last >= 36) {
                last = across.at(value);
                svg.append("<text class=\"middle\" x=\"").append(at(last)).append("\" y=\"")
                        .append(HEIGHT - BOTTOM + 18).append("\">").append(number(value)).append("</text>");
            }
        }
        svg.append("<text class=\"middle\" x=\"").append((LEFT + WIDTH - RIGHT) / 2).append("\" y=\"")
                .append(HEIGHT - 8).append("\">").append(escape(x)).append("</text>")
                .append("<text class=\"name\" x=\"4\" y=\"12\">").append(escape(y)).append("</text>");
    }

    private static void draw(StringBuilder svg, Series one, int index, Scale across, Scale up) {
        String colour = "s" + one.colour() % COLOURS;
        StringBuilder path = new StringBuilder();
        boolean down = false;
        for (Point point : one.points()) {
            boolean there = Double.isFinite(point.y());
            if (there) {
                path.append(down ? 'L' : 'M').append(at(across.at(point.x()))).append(' ')
                        .append(at(up.at(point.y())));
            }
            down = there;
        }
        svg.append("<path class=\"").append(colour).append(one.predicted() ? " predicted" : "").append("\" d=\"")
                .append(path).append("\"/>");
        if (!one.predicted()) {
            for (Point point : one.points()) {
                if (Double.isFinite(point.y())) {
                    svg.append("<circle class=\"").append(colour).append("\" cx=\"").append(at(across.at(point.x())))
                            .append("\" cy=\"").append(at(up.at(point.y()))).append("\" r=\"4\"/>");
                }
            }
        }
        double y = TOP + 14 + index * 18;
        svg.append("<path class=\"").append(colour).append(one.predicted() ? " predicted" : "").append("\" d=\"M")
                .append(WIDTH - RIGHT + 6).append(' ').append(at(y - 4)).append("h18\"/><text x=\"")
                .append(WIDTH - RIGHT + 28).append("\" y=\"").append(at(y)).append("\">").append(escape(one.name()))
                .append("</text>");
    }

    /** The same figures for those who do not see the picture. */
    String inWords() {
        return y + " over " + x + ". "
                + series.stream()
                        .map(one -> one.name() + ": "
                                + one.points().stream()
                                        .map(point -> number(point.y()) + " at " + number(point.x()))
                                        .collect(Collectors.joining(", ")))
                        .collect(Collectors.joining(". "))
                + limit.map(line -> ". " + line.name() + ": " + number(line.y())).orElse("");
    }
}
