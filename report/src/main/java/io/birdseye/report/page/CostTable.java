package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Bound;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.table.Comparison;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What each strategy cost, with a bar in every cell; and every bound of each strategy. */
final class CostTable {

    private record Cost(String title, String unit, Function<Resources, @Nullable Double> figure) {

        @Nullable Double of(Row row) {
            Measured figures = row.figures();
            return figures == null ? null : figure.apply(figures.resources());
        }
    }

    private static final List<Cost> COSTS = List.of(
            new Cost("CPU", "ms per request", Resources::cpuMsPerRequest),
            new Cost("JIT", "ms per request, of that CPU", Resources::compilerMsPerRequest),
            new Cost("Allocation", "MB per request", Resources::allocatedMegabytesPerRequest),
            new Cost("GC pause", "ms per second", Resources::gcPauseMsPerSecond),
            new Cost("Context switches", "per request", Resources::contextSwitchesPerRequest),
            new Cost("Threads", "at once, at most", used -> (double) used.peakThreads()),
            new Cost("Memory", "MB resident, at most", Resources::peakRssMegabytes),
            new Cost("Service", "cores busy", Resources::serviceCores),
            new Cost("Injector", "cores busy", Resources::injectorCores),
            new Cost("Mock", "cores busy", Resources::mockCores));

    private CostTable() {}

    static void costs(Html html, Comparison comparison) {
        List<TableColumn<Row>> columns = new ArrayList<>();
        columns.add(TableColumn.head("Strategy", Row::strategy));
        for (Cost cost : COSTS) {
            double highest = comparison.rows().stream()
                    .map(cost::of)
                    .filter(Objects::nonNull)
                    .reduce(0.0, Math::max);
            columns.add(TableColumn.drawn(cost.title(), cost.unit(), "num",
                    (cell, row) -> bar(cell, cost.of(row), highest)));
        }
        Tables.draw(html, "CPU, memory and threads of the service process", "costs", columns, comparison.rows());
    }

    private static void bar(Html html, @Nullable Double value, double highest) {
        if (value == null) {
            html.text(Format.NONE);
        } else {
            double share = highest > 0 ? 100 * value / highest : 0;
            html.element("span", Format.plain(value), "class", "bar", "style", Format.text("--share:%.1f%%", share));
        }
    }

    /** Budget, observed peaks and all bounds, the binding one first. */
    static void limits(Html html, Comparison comparison) {
        Tables.draw(html, "Budget and bounds of each strategy", "limits", List.of(
                TableColumn.head("Strategy", Row::strategy),
                TableColumn.number("Calls at once", "",
                        row -> peak(row, Measured::ioPeak, row.budget().ioConcurrency())),
                TableColumn.number("Combinations at once", "",
                        row -> peak(row, Measured::cpuPeak, row.budget().cpuConcurrency())),
                TableColumn.number("Requests in flight", "",
                        row -> peak(row, Measured::inFlightPeak, row.budget().maxInFlight())),
                TableColumn.drawn("Bounds, the tightest first", "", null, CostTable::bounds)), comparison.rows());
    }

    private static void bounds(Html html, Row row) {
        html.open("ol");
        for (Bound bound : row.prediction().bounds()) {
            html.open("li").element("b", Format.rate(bound.perSecond())).text(" " + bound.reason()).close();
        }
        html.close();
    }

    private static String peak(Row row, Function<Measured, @Nullable Integer> figure, int budget) {
        Integer peak = row.figures() == null ? null : figure.apply(row.figures());
        return (peak == null ? Format.NONE : peak) + " of " + (budget > 0 ? budget : Format.NONE);
    }
}
