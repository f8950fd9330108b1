package io.birdseye.planning.accuracy;

import io.birdseye.planning.accuracy.Accuracy.CheckedPoint;
import java.util.Locale;

/** A Markdown table of predicted and measured figures, point by point. It is readable in a terminal too. */
public final class AccuracyTable {

    /** The largest error that counts as a hit, as a share of the measured throughput, p50 and p99. */
    public static final double THROUGHPUT = 0.10;

    public static final double P50 = 0.15;
    public static final double P99 = 0.30;

    private AccuracyTable() {}

    public static String markdown(Accuracy accuracy) {
        StringBuilder table = new StringBuilder("""
                | point | /s predicted | measured | off | p50 predicted | measured | off | p99 predicted | measured \
                | off | within |
                |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
                """);
        for (CheckedPoint point : accuracy.points()) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %s | %.0f ms | %.0f ms | %s | %.0f ms | %.0f ms | %s | %s |%n",
                    point.name(),
                    point.predicted().perSecond(), point.measured().perSecond(), percent(point.throughputError()),
                    point.predicted().p50Ms(), point.measured().p50Ms(), percent(point.p50Error()),
                    point.predicted().p99Ms(), point.measured().p99Ms(), percent(point.p99Error()),
                    point.within(THROUGHPUT, P50, P99) ? "yes" : "**no**"));
        }
        return table.toString();
    }

    /** For example {@code 22 of 28 points are within 10 % in throughput, 15 % in p50 and 30 % in p99.} */
    public static String sentence(Accuracy accuracy) {
        return String.format(
                Locale.ROOT,
                "%d of %d %s within 10 %% in throughput, 15 %% in p50 and 30 %% in p99; half of them are off by no more"
                        + " than %.1f %%, %.1f %% and %.1f %%.",
                accuracy.within(THROUGHPUT, P50, P99),
                accuracy.points().size(),
                accuracy.points().size() == 1 ? "measured point is" : "measured points are",
                100 * accuracy.medianThroughputError(),
                100 * accuracy.medianP50Error(),
                100 * accuracy.medianP99Error());
    }

    private static String percent(double error) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * error);
    }
}
