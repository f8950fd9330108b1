package io.birdseye.report.table;

import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.Trial.TaskTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * What one strategy did, over all its blocks: medians, but the highest of peaks and maxima, and the sum of counts. A
 * figure that one block lacks is null: a median of some blocks would stand beside medians of all.
 */
final class MergedBlocks {

    private MergedBlocks() {}

    /** Takes at least one block. */
    static Measured of(List<Measured> blocks) {
        return new Measured(
                sum(blocks, Measured::seconds),
                median(blocks, Measured::offeredPerSecond),
                median(blocks, Measured::achievedPerSecond),
                blocks.stream().mapToLong(Measured::requests).sum(),
                blocks.stream().mapToLong(Measured::errors).sum(),
                errors(blocks),
                latency(answered(blocks).stream().map(Measured::response).toList()),
                latency(answered(blocks).stream().map(Measured::service).toList()),
                max(blocks, Measured::startLagP99Ms),
                resources(blocks.stream().map(Measured::resources).toList()),
                tasks(blocks),
                (int) max(blocks, Measured::ioPeak),
                (int) max(blocks, Measured::cpuPeak),
                blocks.stream().map(Measured::inFlightPeak).filter(Objects::nonNull).reduce(Math::max).orElse(null),
                "",
                maxOrNull(blocks, Measured::mockDelayErrorP99Ms),
                maxOrNull(blocks, Measured::stolenShare),
                null);
    }

    private static Resources resources(List<Resources> blocks) {
        return new Resources(
                median(blocks, Resources::cpuMsPerRequest),
                medianOrNull(blocks, Resources::compilerMsPerRequest),
                median(blocks, Resources::allocatedMegabytesPerRequest),
                median(blocks, Resources::gcPauseMsPerSecond),
                (int) sum(blocks, Resources::gcPauses),
                medianOrNull(blocks, Resources::contextSwitchesPerRequest),
                (int) max(blocks, Resources::peakThreads),
                maxOrNull(blocks, Resources::peakRssMegabytes),
                median(blocks, Resources::serviceCores),
                medianOrNull(blocks, Resources::injectorCores),
                medianOrNull(blocks, Resources::mockCores));
    }

    /** A block without an answer has no latency: its zeros are no figures. */
    private static List<Measured> answered(List<Measured> blocks) {
        List<Measured> answered = blocks.stream().filter(block -> block.requests() > 0).toList();
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
        return blocks.getFirst().tasks().stream()
                .map(task -> {
                    List<TaskTime> same = blocks.stream()
                            .flatMap(block -> block.tasks().stream())
                            .filter(other -> other.name().equals(task.name()) && other.kind().equals(task.kind()))
                            .toList();
                    return new TaskTime(task.name(), task.kind(), median(same, TaskTime::queueMs),
                            median(same, TaskTime::runMs));
                })
                .toList();
    }

    private static <T> double sum(List<T> blocks, ToDoubleFunction<T> figure) {
        return blocks.stream().mapToDouble(figure).sum();
    }

    private static <T> double median(List<T> blocks, ToDoubleFunction<T> figure) {
        return Median.withDefaults().evaluate(blocks.stream().mapToDouble(figure).toArray());
    }

    private static <T> double max(List<T> blocks, ToDoubleFunction<T> figure) {
        return blocks.stream().mapToDouble(figure).max().orElseThrow();
    }

    private static <T> @Nullable Double medianOrNull(List<T> blocks, Function<T, @Nullable Double> figure) {
        List<Double> known = blocks.stream().map(figure).filter(Objects::nonNull).toList();
        return known.size() < blocks.size() ? null : median(known, Double::doubleValue);
    }

    private static <T> @Nullable Double maxOrNull(List<T> blocks, Function<T, @Nullable Double> figure) {
        List<Double> known = blocks.stream().map(figure).filter(Objects::nonNull).toList();
        return known.size() < blocks.size() ? null : max(known, Double::doubleValue);
    }
}
