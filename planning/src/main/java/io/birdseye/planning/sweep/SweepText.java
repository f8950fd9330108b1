package io.birdseye.planning.sweep;

import io.birdseye.planning.sweep.SweepResult.Figures;
import io.birdseye.planning.sweep.SweepResult.Measured;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A sweep as a table for a terminal or a page. */
final class SweepText {

    private SweepText() {}

    static List<String> columns(SweepResult sweep) {
        List<String> columns = new ArrayList<>(List.of("strategy"));
        sweep.axes().forEach(axis -> columns.add(axis.setting()));
        columns.addAll(List.of("offered/s", "achieved/s", "errors", "p50 ms", "p90 ms", "p99 ms", "CPU ms", "cores"));
        return columns;
    }

    static List<List<String>> rows(SweepResult sweep) {
        return sweep.points().stream()
                .sorted(Comparator.comparing(Measured::strategy).thenComparingInt(Measured::index))
                .map(point -> row(sweep, point))
                .toList();
    }

    private static List<String> row(SweepResult sweep, Measured point) {
        List<String> row = new ArrayList<>(List.of(point.strategy()));
        sweep.axes().forEach(axis -> row.add(number(point.values().getOrDefault(axis.setting(), Double.NaN))));
        Figures figures = point.figures();
        if (figures == null) {
            row.add("failed: " + point.failure());
            return row;
        }
        row.addAll(List.of(
                number(figures.offeredPerSecond()),
                number(figures.achievedPerSecond()),
                figures.errorShare() == 0 ? "0" : String.format(Locale.ROOT, "%.1f %%", 100 * figures.errorShare()),
                number(figures.p50Ms()),
                number(figures.p90Ms()),
                (figures.carriesP99() ? "" : "~") + number(figures.p99Ms()),
                number(figures.cpuMsPerRequest()),
                number(figures.serviceCores())));
        return row;
    }

    /** With columns as wide as their contents. */
    static String render(SweepResult sweep) {
        List<List<String>> all = new ArrayList<>();
        all.add(columns(sweep));
        all.addAll(rows(sweep));
        int[] widths = new int[all.getFirst().size()];
        for (List<String> row : all) {
            // The reason of a failure may be as long as it needs to be.
            for (int i = 0; i < row.size() && (row.size() == widths.length || i < row.size() - 1); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : all) {
            for (int i = 0; i < row.size(); i++) {
                String cell = row.get(i);
                String blanks = " ".repeat(Math.max(0, widths[i] - cell.length()));
                boolean left = i == 0 || (row.size() < widths.length && i == row.size() - 1);
                text.append(i == 0 ? "" : "  ").append(left ? cell + (i == 0 ? blanks : "") : blanks + cell);
            }
            text.append('\n');
        }
        return text.toString();
    }

    static String number(double value) {
        double size = Math.abs(value);
        boolean whole = value == Math.rint(value) || size >= 100;
        return String.format(Locale.ROOT, whole ? "%.0f" : size >= 10 ? "%.1f" : "%.2f", value);
    }
}
