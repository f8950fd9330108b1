package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.VirtualThreadUse;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Something that a strategy costs the service's process, or what else the machine did meanwhile. */
record Cost(String title, String unit, Function<Measured, @Nullable Double> figure) {

    static final List<Cost> ALL = List.of(
            new Cost("CPU", "ms per answer", Measured::cpuMsPerAnswer),
            new Cost("JIT", "ms per answer, of that CPU", perAnswer(Resources::compilerMsPerRequest)),
            new Cost("Allocation", "MB per answer", perAnswer(Resources::allocatedMegabytesPerRequest)),
            new Cost("GC pause", "ms per second", of(Resources::gcPauseMsPerSecond)),
            new Cost("Context switches", "per answer", perAnswer(Resources::contextSwitchesPerRequest)),
            new Cost("Threads", "at once, at most", of(Cost::threads)),
            new Cost("Memory", "MB resident, at most", of(Resources::peakRssMegabytes)),
            new Cost("Waiting for a core", "ms per second, all threads", disturbance(Disturbance::serviceWaitMsPerSecond)),
            new Cost("Virtual threads", "could run at once, at most", virtual(use -> (double) use.peakLive())),
            new Cost("Carriers", "at the end", virtual(use -> (double) use.carriers())),
            new Cost("Pinned", "ms per second, all carriers", Cost::pinned),
            new Cost("Not started", "virtual threads", virtual(Cost::submitFailed)),
            new Cost("Service", "cores busy", of(Resources::serviceCores)),
            new Cost("Injector", "cores busy", of(Resources::injectorCores)),
            new Cost("Mock", "cores busy", of(Resources::mockCores)),
            new Cost("Other programs", "share of all cores", disturbance(Disturbance::othersShare)),
            new Cost("CPU pressure", "share of the time", disturbance(Disturbance::pressureShare)),
            new Cost("Memory", "CPU ms to read and write 64 MB", disturbance(Disturbance::memoryMs)));

    private static @Nullable Double threads(Resources used) {
        Integer threads = used.peakThreads();
        return threads == null ? null : (Double) threads.doubleValue();
    }

    private static Function<Measured, @Nullable Double> virtual(Function<VirtualThreadUse, @Nullable Double> figure) {
        return measured -> measured.virtualThreads() == null ? null : figure.apply(measured.virtualThreads());
    }

    private static @Nullable Double pinned(Measured measured) {
        VirtualThreadUse use = measured.virtualThreads();
        Double ms = use == null ? null : use.pinnedMs();
        return ms == null ? null : (Double) (ms / measured.seconds());
    }

    private static @Nullable Double submitFailed(VirtualThreadUse use) {
        Long failed = use.submitFailed();
        return failed == null ? null : (Double) failed.doubleValue();
    }

    private static Function<Measured, @Nullable Double> of(Function<Resources, @Nullable Double> figure) {
        return measured -> figure.apply(measured.resources());
    }

    private static Function<Measured, @Nullable Double> perAnswer(Function<Resources, @Nullable Double> perRequest) {
        return measured -> measured.perAnswer(perRequest);
    }

    private static Function<Measured, @Nullable Double> disturbance(Function<Disturbance, @Nullable Double> figure) {
        return measured -> figure.apply(measured.disturbance());
    }

    @Nullable Double of(Row row) {
        return row.figure(figure);
    }

    /** The length of a bar that compares a figure with the highest of its column. */
    String bar(double value, ComparisonTable comparison) {
        double highest = comparison.rows().stream().flatMap(row -> Stream.ofNullable(of(row))).reduce(0.0, Math::max);
        return Format.text("--share:%.1f%%", highest > 0 ? 100 * value / highest : 0);
    }
}
