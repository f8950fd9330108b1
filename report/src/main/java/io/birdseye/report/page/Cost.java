package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Something that a strategy costs the service's process. */
record Cost(String title, String unit, Function<Resources, @Nullable Double> figure) {

    static final List<Cost> ALL = List.of(
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

    @Nullable Double of(Row row) {
        return row.figure(figures -> figure.apply(figures.resources()));
    }

    /** The length of a bar that compares a figure with the highest of its column. */
    String bar(double value, ComparisonTable comparison) {
        double highest = comparison.rows().stream().flatMap(row -> Stream.ofNullable(of(row))).reduce(0.0, Math::max);
        return Format.text("--share:%.1f%%", highest > 0 ? 100 * value / highest : 0);
    }
}
