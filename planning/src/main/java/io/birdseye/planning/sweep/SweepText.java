package io.birdseye.planning.sweep;

import static io.birdseye.model.Format.plain;

import io.birdseye.model.Format;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The points of a sweep as a table for a terminal or a page. */
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
                .sorted(Comparator.comparing(SweepPoint::strategy).thenComparingInt(SweepPoint::index))
                .map(point -> row(sweep, point))
                .toList();
    }

    private static List<String> row(SweepResult sweep, SweepPoint point) {
        List<String> row = new ArrayList<>(List.of(point.strategy()));
        sweep.axes().forEach(axis -> row.add(plain(point.values().getOrDefault(axis.setting(), Double.NaN))));
        PointFigures figures = point.figures();
        if (figures == null) {
            row.add("failed: " + point.failure());
            return row;
        }
        row.addAll(List.of(
                plain(figures.offeredPerSecond()),
                plain(figures.achievedPerSecond()),
                figures.errorShare() == 0 ? "0" : Format.percent(figures.errorShare()),
                plain(figures.p50Ms()),
                plain(figures.p90Ms()),
                (figures.carriesP99() ? "" : "~") + plain(figures.p99Ms()),
                plain(figures.cpuMsPerRequest()),
                plain(figures.serviceCores())));
        return row;
    }

    /** The table as text with aligned columns. */
    static String render(SweepResult sweep) {
        List<List<String>> all = new ArrayList<>();
        all.add(columns(sweep));
        all.addAll(rows(sweep));
        int[] widths = new int[all.getFirst().size()];
        for (List<String> row : all) {
            // The last cell of a failed point is its reason: it may be longer than a column.
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
}
