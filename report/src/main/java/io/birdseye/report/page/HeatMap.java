package io.birdseye.report.page;

import io.birdseye.model.Format;
import java.util.List;

/**
 * One figure over two settings, as a table: every cell has its number, and its colour is only a help.
 *
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

    String caption() {
        return what + " by " + down + " (down) and " + across + " (across)";
    }

    /** So strong is the colour of a cell: the highest value has all of it. */
    String colour(double value) {
        double highest = values.stream().flatMap(List::stream).filter(Double::isFinite).reduce(0.0, Math::max);
        return Format.text("--share:%.2f", highest > 0 ? value / highest : 0);
    }
}
