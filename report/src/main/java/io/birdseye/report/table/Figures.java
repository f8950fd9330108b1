package io.birdseye.report.table;

import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.TaskTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * What one strategy did, over all its blocks: medians, but the highest of peaks and maxima, and the sum of counts.
 *
 * @param response from the intended start of requests
 * @param service from their real start
 * @param tasks where the time of a request went
 */
public record Figures(
        double offeredPerSecond,
        double achievedPerSecond,
        long requests,
        long errors,
        Map<String, Long> errorsByKind,
        Latency response,
        Latency service,
        double startLagP99Ms,
        double cpuMsPerRequest,
        @Nullable Double compilerMsPerRequest,
        double allocatedMegabytesPerRequest,
        double gcPauseMsPerSecond,
        @Nullable Double contextSwitchesPerRequest,
        int peakThreads,
        @Nullable Double peakRssMegabytes,
        double serviceCores,
        @Nullable Double injectorCores,
        @Nullable Double mockCores,
        int ioPeak,
        int cpuPeak,
        @Nullable Integer queuePeak,
        List<TaskTime> tasks) {

    public Figures {
        errorsByKind = Map.copyOf(errorsByKind);
        tasks = List.copyOf(tasks);
    }

    /** Draws together at least one block. */
    static Figures over(List<Measured> blocks) {
        return new Figures(
                median(blocks, Measured::offeredPerSecond),
                median(blocks, Measured::achievedPerSecond),
                blocks.stream().mapToLong(Measured::requests).sum(),
                blocks.stream().mapToLong(Measured::errors).sum(),
                errors(blocks),
                latency(answered(blocks).stream().map(Measured::response).toList()),
                latency(answered(blocks).stream().map(Measured::service).toList()),
                max(blocks, Measured::startLagP99Ms),
                median(blocks, block -> block.resources().cpuMsPerRequest()),
                medianOrNull(blocks, block -> block.resources().compilerMsPerRequest()),
                median(blocks, block -> block.resources().allocatedMegabytesPerRequest()),
                median(blocks, block -> block.resources().gcPauseMsPerSecond()),
                medianOrNull(blocks, block -> block.resources().contextSwitchesPerRequest()),
                (int) max(blocks, block -> block.resources().peakThreads()),
                maxOrNull(blocks, block -> block.resources().peakRssMegabytes()),
                median(blocks, block -> block.resources().serviceCores()),
                medianOrNull(blocks, block -> block.resources().injectorCores()),
                medianOrNull(blocks, block -> block.resources().mockCores()),
                (int) max(blocks, Measured::ioPeak),
                (int) max(blocks, Measured::cpuPeak),
                blocks.stream().map(Measured::queuePeak).filter(Objects::nonNull).max(Comparator.naturalOrder())
                        .orElse(null),
                tasks(blocks));
    }

    /** A block without an answer has no latency; its zeros are none. */
    private static List<Measured> answered(List<Measured> blocks) {
        List<Measured> answered =
                blocks.stream().filter(block -> block.requests() > 0).toList();
        return answered.isEmpty() ? blocks : answered;
    }

    private static Latency latency(List<Latency> blocks) {
        return new Latency(
                median(blocks, Latency::meanMs),
                median(blocks, Latency::p50Ms),
                median(blocks, Latency::p90Ms),
                medianOrNull(blocks, Latency::p99Ms),
                medianOrNull(blocks, Latency::p999Ms),
                max(blocks, Latency::maxMs));
    }

    private static Map<String, Long> errors(List<Measured> blocks) {
        Map<String, Long> sum = new TreeMap<>();
        blocks.forEach(block -> block.errorsByKind().forEach((kind, n) -> sum.merge(kind, n, Long::sum)));
        return sum;
    }

    private static List<TaskTime> tasks(List<Measured> blocks) {
        List<TaskTime> tasks = new ArrayList<>();
        for (TaskTime task : blocks.getFirst().tasks()) {
            List<TaskTime> same = blocks.stream()
                    .flatMap(block -> block.tasks().stream())
                    .filter(other -> other.name().equals(task.name()) && other.kind().equals(task.kind()))
                    .toList();
            tasks.add(new TaskTime(
                    task.name(), task.kind(), median(same, TaskTime::queueMs), median(same, TaskTime::runMs)));
        }
        return tasks;
    }

    private static <T> double median(List<T> blocks, ToDoubleFunction<T> figure) {
        return Median.withDefaults().evaluate(blocks.stream().mapToDouble(figure).toArray());
    }

    /** Null if a block does not tell: a median of some blocks would stand beside medians of all. */
    private static <T> @Nullable Double medianOrNull(List<T> blocks, Function<T, @Nullable Double> figure) {
        List<Double> known = known(blocks, figure);
        return known.size() < blocks.size() ? null : median(known, Double::doubleValue);
    }

    private static <T> double max(List<T> blocks, ToDoubleFunction<T> figure) {
        return blocks.stream().mapToDouble(figure).max().orElseThrow();
    }

    private static <T> @Nullable Double maxOrNull(List<T> blocks, Function<T, @Nullable Double> figure) {
        List<Double> known = known(blocks, figure);
        return known.size() < blocks.size() ? null : max(known, Double::doubleValue);
    }

    private static <T> List<Double> known(List<T> blocks, Function<T, @Nullable Double> figure) {
        List<Double> known = new ArrayList<>();
        for (T block : blocks) {
            Double value = figure.apply(block);
            if (value != null) {
                known.add(value);
            }
        }
        return known;
    }
}
