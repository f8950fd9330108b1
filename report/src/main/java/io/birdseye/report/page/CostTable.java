package io.birdseye.report.page;

import io.birdseye.model.Budget;
import io.birdseye.model.Format;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.table.Comparison;
import io.birdseye.report.table.Figures;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What each strategy cost, with a bar in every cell; and every bound of each strategy. */
final class CostTable {

    private record Cost(String title, String unit, Function<Figures, @Nullable Double> figure) {}

    private static final List<Cost> COSTS = List.of(
            new Cost("CPU", "ms per request", Figures::cpuMsPerRequest),
            new Cost("Compilers", "ms per request, of that CPU", Figures::compilerMsPerRequest),
            new Cost("Allocation", "MB per request", Figures::allocatedMegabytesPerRequest),
            new Cost("GC pause", "ms per second", Figures::gcPauseMsPerSecond),
            new Cost("Context switches", "per request", Figures::contextSwitchesPerRequest),
            new Cost("Threads", "at once, at most", figures -> (double) figures.peakThreads()),
            new Cost("Memory", "MB resident, at most", Figures::peakRssMegabytes),
            new Cost("Service", "cores busy", Figures::serviceCores),
            new Cost("Injector", "cores busy", Figures::injectorCores),
            new Cost("Mock", "cores busy", Figures::mockCores));

    private CostTable() {}

    static void costs(Html html, Comparison comparison) {
        Tables.open(html, "CPU, memory and threads of the service process", "costs");
        html.open("thead").open("tr").element("th", "Strategy", "scope", "col", "class", "sticky");
        for (Cost cost : COSTS) {
            html.open("th", "scope", "col", "class", "num").text(cost.title() + " ");
            html.element("span", cost.unit(), "class", "unit").close();
        }
        html.close().close().open("tbody");
        for (Row row : comparison.rows()) {
            html.open("tr").element("th", row.strategy(), "scope", "row", "class", "sticky");
            COSTS.forEach(cost -> cell(html, value(row, cost), highest(comparison, cost)));
            html.close();
        }
        html.close();
        Tables.close(html);
    }

    private static void cell(Html html, @Nullable Double value, double highest) {
        html.open("td", "class", "num");
        if (value == null) {
            html.text(Format.NONE);
        } else {
            double share = highest > 0 ? 100 * value / highest : 0;
            String text = value == Math.rint(value) ? Format.setting(value) : Format.number(value);
            html.element("span", text, "class", "bar", "style", String.format(Locale.ROOT, "--share:%.1f%%", share));
        }
        html.close();
    }

    private static double highest(Comparison comparison, Cost cost) {
        double highest = 0;
        for (Row row : comparison.rows()) {
            Double value = value(row, cost);
            highest = Math.max(highest, value == null ? 0 : value);
        }
        return highest;
    }

    private static @Nullable Double value(Row row, Cost cost) {
        return row.figures() == null ? null : cost.figure().apply(row.figures());
    }

    /** Budget, observed peaks and all bounds, the binding one first. */
    static void limits(Html html, Comparison comparison) {
        Tables.open(html, "Budget and bounds of each strategy", "limits");
        html.open("thead").open("tr").element("th", "Strategy", "scope", "col", "class", "sticky");
        html.element("th", "Calls at once", "scope", "col", "class", "num");
        html.element("th", "Combinations at once", "scope", "col", "class", "num");
        html.element("th", "Requests inside", "scope", "col", "class", "num");
        html.element("th", "Bounds, the tightest first", "scope", "col").close().close().open("tbody");
        for (Row row : comparison.rows()) {
            html.open("tr").element("th", row.strategy(), "scope", "row", "class", "sticky");
            Figures figures = row.figures();
            html.element("td", peak(figures == null ? null : figures.ioPeak(), row.budget().ioConcurrency()),
                    "class", "num");
            html.element("td", peak(figures == null ? null : figures.cpuPeak(), row.budget().cpuConcurrency()),
                    "class", "num");
            html.element("td", peak(figures == null ? null : figures.queuePeak(), row.budget().maxInFlight()),
                    "class", "num");
            html.open("td").open("ol");
            for (Bound bound : row.prediction().bounds()) {
                html.open("li").element("b", Format.rate(bound.perSecond())).text(" " + bound.reason()).close();
            }
            html.close().close().close();
        }
        html.close();
        Tables.close(html);
    }

    private static String peak(@Nullable Integer peak, int budget) {
        return (peak == null ? Format.NONE : peak) + " of " + (budget > 0 ? budget : Format.NONE);
    }
}
