package io.birdseye.report.page;

import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.table.Figures;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Small pictures in table cells on a scale that all rows share. They repeat figures that stand beside them as text, so
 * screen readers skip them.
 */
final class Strip {

    private static final double WIDTH = 200;
    private static final double MARGIN = 8;
    private static final double FARTHEST_RATIO = 1.5;

    private final double low;
    private final double high;

    private Strip(double low, double high) {
        this.low = low;
        this.high = high > low * 1.05 ? high : low * 1.05;
    }

    /**
     * From the lowest floor to the highest p99 (or maximum, where the sample carries no p99), logarithmic. Rows that
     * fell behind do not stretch it: they end in an arrow at its edge.
     */
    static Strip forLatency(List<Row> rows) {
        List<Row> kept = rows.stream().filter(row -> row.standing().keptUp()).toList();
        return spanning(kept.isEmpty() ? rows : kept);
    }

    private static Strip spanning(List<Row> rows) {
        double low = Double.MAX_VALUE;
        double high = 1;
        for (Row row : rows) {
            Figures figures = row.figures();
            if (figures != null && row.answered()) {
                low = Math.min(low, Math.min(figures.response().p50Ms(), row.floorMs() > 0 ? row.floorMs() : low));
                high = Math.max(high, end(figures.response()));
            }
        }
        return new Strip(Math.max(0.01, Math.min(low, high)), high);
    }

    /** From the lowest end of all intervals to the highest, but not so far that small differences vanish. */
    static Strip forRatios(List<Row> rows) {
        double low = 1;
        double high = 1;
        for (Row row : rows) {
            Interval interval = row.place() == null ? null : row.place().interval();
            if (interval != null) {
                low = Math.min(low, interval.low());
                high = Math.max(high, interval.high());
            }
        }
        return new Strip(Math.max(low, 1 / FARTHEST_RATIO), Math.min(high, FARTHEST_RATIO));
    }

    /** Floor as a tick, median as a dot, p90 as a short tick, and a line to the p99. */
    void latency(Html html, Row row, Latency latency) {
        start(html, "strip");
        if (row.floorMs() > 0) {
            line(html, "strip-floor", x(row.floorMs()), 3, x(row.floorMs()), 21);
        }
        line(html, "strip-line", x(latency.p50Ms()), 12, x(end(latency)), 12);
        if (latency.p50Ms() > high * 1.001) {
            arrow(html);
        } else {
            line(html, "strip-tick", x(latency.p90Ms()), 8, x(latency.p90Ms()), 16);
            line(html, "strip-tick", x(end(latency)), 8, x(end(latency)), 16);
            html.open("circle", "class", "strip-dot", "cx", n(x(latency.p50Ms())), "cy", "12", "r", "4.5").close();
        }
        html.close();
    }

    /** The interval of a ratio, and the line of no difference. */
    void ratio(Html html, double ratio, @Nullable Interval interval) {
        start(html, "strip strip-ratio");
        line(html, "strip-floor", x(1), 1, x(1), 23);
        if (interval != null) {
            line(html, "strip-line", x(interval.low()), 12, x(interval.high()), 12);
        }
        if (ratio > high) {
            arrow(html);
        } else {
            html.open("circle", "class", "strip-dot", "cx", n(x(ratio)), "cy", "12", "r", "4.5").close();
        }
        html.close();
    }

    /** Beyond the scale. */
    private static void arrow(Html html) {
        html.open("path", "class", "strip-dot", "d", "M188 6 L198 12 L188 18 Z").close();
    }

    private static void start(Html html, String style) {
        html.open("svg", "class", style, "viewBox", "0 0 " + n(WIDTH) + " 24", "aria-hidden", "true",
                "focusable", "false");
    }

    private static void line(Html html, String style, double x1, double y1, double x2, double y2) {
        html.open("line", "class", style, "x1", n(x1), "y1", n(y1), "x2", n(x2), "y2", n(y2)).close();
    }

    private double x(double value) {
        double share = Math.log(Math.max(value, low) / low) / Math.log(high / low);
        return MARGIN + Math.clamp(share, 0, 1) * (WIDTH - 2 * MARGIN);
    }

    private static double end(Latency latency) {
        Double p99 = latency.p99Ms();
        return p99 == null ? latency.maxMs() : p99;
    }

    private static String n(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceAll("\\.0$", "");
    }
}
