package io.birdseye.report.page;

import io.birdseye.model.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One figure over two settings, as a table: every cell has its number, and its colour is only a help.
 *
 * @param what title
 * @param across the setting whose values are the columns
 * @param down the setting whose values are the rows
 * @param values a row for each value of {@code ys}; not a number where a point failed
 */
public record HeatMap(
        String what, String across, List<Double> xs, String down, List<Double> ys, List<List<Double>> values) {

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

    void draw(Html html) {
        double highest = values.stream().flatMap(List::stream).filter(Double::isFinite).reduce(0.0, Math::max);
        List<TableColumn<Integer>> columns = new ArrayList<>();
        columns.add(TableColumn.head(down, row -> Format.plain(ys.get(row))));
        for (int column = 0; column < xs.size(); column++) {
            int at = column;
            columns.add(TableColumn.drawn(Format.plain(xs.get(at)), "", "num",
                    (cell, row) -> draw(cell, values.get(row).get(at), highest)));
        }
        Tables.draw(html, what + " by " + down + " (down) and " + across + " (across)", "heat", columns,
                IntStream.range(0, ys.size()).boxed().toList());
    }

    private static void draw(Html html, double value, double highest) {
        if (Double.isFinite(value)) {
            html.element("span", Format.plain(value), "class", "cell", "style",
                    Format.text("--share:%.2f", highest > 0 ? value / highest : 0));
        } else {
            html.element("span", "failed", "class", "cell lost");
        }
    }
}
