package io.birdseye.planning.page;

import static io.birdseye.planning.page.Markup.at;
import static io.birdseye.planning.page.Markup.escape;
import static io.birdseye.planning.page.Markup.number;

import java.util.ArrayList;
import java.util.List;

/**
 * One figure over two settings. Every cell carries its number, so that the colour is only a help.
 *
 * @param what title
 * @param values a row for each value of the vertical setting, its cells in the order of the horizontal one; not a
 *     number where a point failed
 */
public record HeatMap(
        String what, String across, List<Double> xs, String up, List<Double> ys, List<List<Double>> values) {

    private static final int LEFT = 88;
    private static final int TOP = 28;
    private static final int CELL_WIDTH = 72;
    private static final int CELL_HEIGHT = 34;
    /** So strong is the colour of the highest value. */
    private static final double STRONGEST = 0.85;

    public HeatMap {
        xs = List.copyOf(xs);
        ys = List.copyOf(ys);
        values = values.stream().map(List::copyOf).toList();
        int columns = xs.size();
        if (values.size() != ys.size() || values.stream().anyMatch(row -> row.size() != columns)) {
            throw new IllegalArgumentException("a heat map of " + ys.size() + " rows and " + columns
                    + " columns needs as many values, but has " + values);
        }
    }

    /** The map as an SVG element. */
    public String svg() {
        double highest = values.stream()
                .flatMap(List::stream)
                .filter(Double::isFinite)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        int width = LEFT + xs.size() * CELL_WIDTH + 8;
        int height = TOP + ys.size() * CELL_HEIGHT + 44;
        StringBuilder svg = new StringBuilder()
                .append("<svg class=\"chart\" role=\"img\" style=\"max-width:").append(width)
                .append("px\" viewBox=\"0 0 ")
                .append(width).append(' ').append(height).append("\" xmlns=\"http://www.w3.org/2000/svg\"><title>")
                .append(escape(what)).append("</title><desc>").append(escape(inWords())).append("</desc>")
                .append("<text class=\"name\" x=\"4\" y=\"14\">").append(escape(up)).append("</text>");
        for (int row = 0; row < ys.size(); row++) {
            // The lowest value stands at the bottom, as in a chart.
            int source = ys.size() - 1 - row;
            double y = TOP + row * CELL_HEIGHT;
            svg.append("<text class=\"end\" x=\"").append(LEFT - 8).append("\" y=\"")
                    .append(at(y + CELL_HEIGHT / 2.0 + 4)).append("\">").append(number(ys.get(source)))
                    .append("</text>");
            for (int column = 0; column < xs.size(); column++) {
                cell(svg, values.get(source).get(column), highest, LEFT + column * CELL_WIDTH, y);
            }
        }
        double below = TOP + ys.size() * CELL_HEIGHT + 16;
        for (int column = 0; column < xs.size(); column++) {
            svg.append("<text class=\"middle\" x=\"").append(at(LEFT + (column + 0.5) * CELL_WIDTH)).append("\" y=\"")
                    .append(at(below)).append("\">").append(number(xs.get(column))).append("</text>");
        }
        return svg.append("<text class=\"middle\" x=\"").append(at(LEFT + xs.size() * CELL_WIDTH / 2.0))
                .append("\" y=\"").append(at(below + 20)).append("\">").append(escape(across))
                .append("</text></svg>").toString();
    }

    private static void cell(StringBuilder svg, double value, double highest, double x, double y) {
        boolean there = Double.isFinite(value);
        double share = there && highest > 0 ? value / highest * STRONGEST : 0;
        svg.append("<rect class=\"").append(there ? "cell" : "failed").append("\" x=\"").append(at(x + 1))
                .append("\" y=\"").append(at(y + 1)).append("\" width=\"").append(CELL_WIDTH - 2)
                .append("\" height=\"").append(CELL_HEIGHT - 2).append("\" fill-opacity=\"").append(at2(share))
                .append("\"/><text class=\"middle on\" x=\"").append(at(x + CELL_WIDTH / 2.0)).append("\" y=\"")
                .append(at(y + CELL_HEIGHT / 2.0 + 4)).append("\">").append(there ? number(value) : "failed")
                .append("</text>");
    }

    private static String at2(double share) {
        return String.format(java.util.Locale.ROOT, "%.2f", share);
    }

    String inWords() {
        List<String> words = new ArrayList<>();
        for (int row = 0; row < ys.size(); row++) {
            for (int column = 0; column < xs.size(); column++) {
                double value = values.get(row).get(column);
                words.add((Double.isFinite(value) ? number(value) : "failed") + " at " + across + " "
                        + number(xs.get(column)) + ", " + up + " " + number(ys.get(row)));
            }
        }
        return String.join("; ", words);
    }
}
