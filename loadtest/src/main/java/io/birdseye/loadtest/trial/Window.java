package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.client.ServiceClient.ResourcesView;
import io.birdseye.loadtest.program.MachineTime;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.Trial.TaskTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The measured window as the runner saw it from outside: samples at both ends. A service under overload may answer the
 * second one late, so every figure is divided by what really lies between the samples.
 */
record Window(Sample begin, Sample end) {

    private static final double MEGABYTE = 1e6;

    /** A percentile needs so many requests beyond it. */
    private static final int BEYOND = 10;

    /**
     * @param nanos when the service was asked
     * @param resources of the service
     * @param injectorCpu empty where the system does not tell, or the process has ended
     * @param mockCpu empty where the system does not tell, or the process has ended
     * @param othersNanos when the two were read
     * @param machine empty where the system does not tell
     */
    record Sample(
            long nanos,
            ResourcesView resources,
            Optional<Duration> injectorCpu,
            Optional<Duration> mockCpu,
            long othersNanos,
            Optional<MachineTime> machine) {}

    /** @param mockDelayErrorP99Ms of this window; empty where the upstream does not tell */
    Measured measured(LoadSummary load, String strategy, String histogram, Optional<Double> mockDelayErrorP99Ms) {
        ResourcesView before = begin.resources();
        ResourcesView after = end.resources();
        double seconds = (end.nanos() - begin.nanos()) / 1e9;
        double requests = Math.max(1, after.requests().finished() - before.requests().finished());
        double cpuNanos = after.cpuNanos() - before.cpuNanos();
        Resources resources = new Resources(
                cpuNanos / 1e6 / requests,
                compilerMs(requests),
                (after.allocatedBytes() - before.allocatedBytes()) / MEGABYTE / requests,
                (after.gcPauseMillis() - before.gcPauseMillis()) / seconds,
                Math.toIntExact(after.gcPauses() - before.gcPauses()),
                perRequest(before.contextSwitches(), after.contextSwitches(), requests),
                after.peakThreads(),
                after.peakRssBytes() == null ? null : after.peakRssBytes() / MEGABYTE,
                cpuNanos / 1e9 / seconds,
                cores(begin.injectorCpu(), end.injectorCpu()),
                cores(begin.mockCpu(), end.mockCpu()));
        List<TaskTime> tasks = after.tasks().stream()
                .map(task -> new TaskTime(
                        task.name(),
                        task.kind(),
                        task.queueNanos() / 1e6 / Math.max(1, task.count()),
                        task.runNanos() / 1e6 / Math.max(1, task.count())))
                .toList();
        List<ResourcesView.Reached> reached = after.concurrency().stream()
                .filter(pool -> pool.strategy().equals(strategy))
                .toList();
        return new Measured(
                load.seconds(),
                load.offeredPerSecond(),
                load.achievedPerSecond(),
                load.ok(),
                load.errors(),
                load.errorsByKind(),
                latency(load.response()),
                latency(load.service()),
                load.startLag().p99Ms(),
                resources,
                tasks,
                reached.stream().mapToInt(ResourcesView.Reached::ioPeak).max().orElse(0),
                reached.stream().mapToInt(ResourcesView.Reached::cpuPeak).max().orElse(0),
                reached.stream().mapToInt(ResourcesView.Reached::inFlightPeak).max().orElse(0),
                histogram,
                mockDelayErrorP99Ms.orElse(null),
                stolenShare(),
                null);
    }

    private @Nullable Double stolenShare() {
        return begin.machine().isEmpty() || end.machine().isEmpty()
                ? null
                : end.machine().get().stolenShareSince(begin.machine().get());
    }

    private @Nullable Double compilerMs(double requests) {
        Double nanos = perRequest(
                begin.resources().jitNanos(), end.resources().jitNanos(), requests);
        return nanos == null ? null : nanos / 1e6;
    }

    private static @Nullable Double perRequest(@Nullable Long before, @Nullable Long after, double requests) {
        return before == null || after == null ? null : (after - before) / requests;
    }

    private @Nullable Double cores(Optional<Duration> before, Optional<Duration> after) {
        double nanos = end.othersNanos() - begin.othersNanos();
        return before.isEmpty() || after.isEmpty()
                ? null
                : after.get().minus(before.get()).toNanos() / nanos;
    }

    /** Percentiles only as far as the sample carries. */
    static Latency latency(LatencyFigures figures) {
        return new Latency(
                figures.meanMs(),
                figures.p50Ms(),
                figures.p90Ms(),
                figures.count() * 0.01 >= BEYOND ? figures.p99Ms() : null,
                figures.count() * 0.001 >= BEYOND ? figures.p999Ms() : null,
                figures.maxMs());
    }
}
