package io.birdseye.report.table;

import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.Trial.Counts;
import io.birdseye.report.result.Trial.Course;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.Instruments;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.Trial.TaskTime;
import io.birdseye.report.result.Trial.Work;
import io.birdseye.report.result.VirtualThreadUse;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * Merges figures of one kind, one for each block. Those by which rows are compared, latencies and CPU time, are geometric
 * means, since these are what the ranking orders and gives intervals of. Other figures are medians, but the highest of
 * peaks and maxima, and the sum of counts. A figure that one block lacks is null: that of some blocks would stand beside
 * those of all.
 */
record MergedBlocks<T>(List<T> blocks) {

    /** What one strategy did, over all its blocks, of which there is at least one. */
    static Measured measured(List<Measured> all) {
        // A block without an answer has no latency: its zeros are no figures.
        List<Measured> some = all.stream().filter(block -> block.requests() > 0).toList();
        List<Measured> answered = some.isEmpty() ? all : some;
        Map<String, Long> errors = new TreeMap<>();
        all.forEach(block -> block.counts().errorsByKind().forEach((kind, n) -> errors.merge(kind, n, Long::sum)));
        MergedBlocks<Measured> blocks = new MergedBlocks<>(all);
        return new Measured(
                new Counts(
                        blocks.sum(block -> block.counts().seconds()),
                        blocks.median(Measured::offeredPerSecond),
                        blocks.median(Measured::achievedPerSecond),
                        (long) blocks.sum(Measured::requests),
                        (long) blocks.sum(Measured::errors),
                        errors,
                        blocks.meanOrNull(block -> block.counts().requestsPerAnswer())),
                latency(answered.stream().map(Measured::response).toList()),
                latency(answered.stream().map(Measured::service).toList()),
                work(new MergedBlocks<>(all.stream().map(Measured::work).toList())),
                instruments(new MergedBlocks<>(all.stream().map(Measured::instruments).toList())),
                Course.NONE,
                parts(answered));
    }

    private static Work work(MergedBlocks<Work> all) {
        List<Work> blocks = all.blocks;
        return new Work(
                resources(new MergedBlocks<>(blocks.stream().map(Work::resources).toList())),
                blocks.getFirst().tasks().stream().map(task -> task(task, blocks)).toList(),
                (int) all.max(Work::ioPeak),
                (int) all.max(Work::cpuPeak),
                blocks.stream().map(Work::inFlightPeak).filter(Objects::nonNull).reduce(Math::max).orElse(null),
                virtualThreads(blocks.stream().map(Work::virtualThreads).toList()));
    }

    private static Instruments instruments(MergedBlocks<Instruments> blocks) {
        return new Instruments(
                blocks.max(Instruments::startLagP99Ms),
                blocks.maxOrNull(Instruments::mockDelayErrorP99Ms),
                blocks.maxOrNull(Instruments::stolenShare),
                disturbance(new MergedBlocks<>(blocks.blocks.stream().map(Instruments::disturbance).toList())),
                blocks.blocks.getFirst().injectors());
    }

    /** The mean of each part; the rest of it makes them add up to the mean response time that the table shows. */
    private static @Nullable ResponseParts parts(List<Measured> answered) {
        List<ResponseParts> all = answered.stream().flatMap(block -> Stream.ofNullable(block.parts())).toList();
        return all.size() < answered.size()
                ? null
                : ResponseParts.mean(all).of(new MergedBlocks<>(answered).mean(block -> block.response().meanMs()));
    }

    private static @Nullable VirtualThreadUse virtualThreads(List<@Nullable VirtualThreadUse> all) {
        if (all.contains(null)) {
            return null;
        }
        MergedBlocks<VirtualThreadUse> blocks = new MergedBlocks<>(all.stream().filter(Objects::nonNull).toList());
        return new VirtualThreadUse(
                (int) blocks.max(VirtualThreadUse::parallelism),
                (int) blocks.max(VirtualThreadUse::carriers),
                (long) blocks.max(VirtualThreadUse::peakLive),
                whole(blocks, VirtualThreadUse::pinned),
                blocks.sumOrNull(VirtualThreadUse::pinnedMs),
                whole(blocks, VirtualThreadUse::submitFailed));
    }

    private static @Nullable Long whole(
            MergedBlocks<VirtualThreadUse> blocks, Function<VirtualThreadUse, @Nullable Long> count) {
        Double sum = blocks.sumOrNull(use -> {
            Long one = count.apply(use);
            return one == null ? null : (Double) one.doubleValue();
        });
        return sum == null ? null : (Long) sum.longValue();
    }

    private static Disturbance disturbance(MergedBlocks<Disturbance> blocks) {
        return new Disturbance(
                blocks.maxOrNull(Disturbance::othersShare),
                blocks.maxOrNull(Disturbance::pressureShare),
                blocks.maxOrNull(Disturbance::serviceWaitMsPerSecond),
                blocks.maxOrNull(Disturbance::injectorWaitMsPerSecond),
                blocks.medianOrNull(Disturbance::memoryMs));
    }

    private static Resources resources(MergedBlocks<Resources> blocks) {
        Double cpu = blocks.meanOrNull(Resources::cpuMsPerRequest);
        return new Resources(
                cpu,
                // What is left of the CPU time without them has to be the mean that is compared.
                cpu == null || blocks.isMissing(Resources::compilerMsPerRequest)
                        ? null
                        : (Double) (cpu - blocks.mean(Resources::cpuMsWithoutCompilers)),
                blocks.medianOrNull(Resources::allocatedMegabytesPerRequest),
                blocks.medianOrNull(Resources::gcPauseMsPerSecond),
                whole(blocks.sumOrNull(used -> asDouble(used.gcPauses()))),
                blocks.medianOrNull(Resources::contextSwitchesPerRequest),
                whole(blocks.maxOrNull(used -> asDouble(used.peakThreads()))),
                blocks.maxOrNull(Resources::peakRssMegabytes),
                blocks.medianOrNull(Resources::serviceCores),
                blocks.medianOrNull(Resources::injectorCores),
                blocks.medianOrNull(Resources::mockCores));
    }

    private static Latency latency(List<Latency> all) {
        MergedBlocks<Latency> blocks = new MergedBlocks<>(all);
        return new Latency(
                blocks.mean(Latency::meanMs),
                blocks.mean(Latency::p50Ms),
                blocks.mean(Latency::p90Ms),
                blocks.meanOrNull(Latency::p95Ms),
                blocks.meanOrNull(Latency::p99Ms),
                blocks.meanOrNull(Latency::p999Ms),
                blocks.max(Latency::maxMs));
    }

    private static TaskTime task(TaskTime task, List<Work> all) {
        MergedBlocks<TaskTime> same = new MergedBlocks<>(all.stream()
                .flatMap(block -> block.tasks().stream())
                .filter(other -> other.name().equals(task.name()) && other.kind().equals(task.kind()))
                .toList());
        return new TaskTime(task.name(), task.kind(), same.median(TaskTime::queueMs), same.median(TaskTime::runMs));
    }

    private double sum(ToDoubleFunction<T> figure) {
        return blocks.stream().mapToDouble(figure).sum();
    }

    private double median(ToDoubleFunction<T> figure) {
        return Median.withDefaults().evaluate(blocks.stream().mapToDouble(figure).toArray());
    }

    /** The geometric one. */
    private double mean(ToDoubleFunction<T> figure) {
        return blocks.size() == 1 ? figure.applyAsDouble(blocks.getFirst()) : Math.exp(
                blocks.stream().mapToDouble(figure).map(Math::log).average().orElseThrow());
    }

    private @Nullable Double meanOrNull(Function<T, @Nullable Double> figure) {
        return isMissing(figure) ? null : mean(figure::apply);
    }

    private double max(ToDoubleFunction<T> figure) {
        return blocks.stream().mapToDouble(figure).max().orElseThrow();
    }

    private @Nullable Double medianOrNull(Function<T, @Nullable Double> figure) {
        return isMissing(figure) ? null : median(figure::apply);
    }

    private @Nullable Double maxOrNull(Function<T, @Nullable Double> figure) {
        return isMissing(figure) ? null : max(figure::apply);
    }

    private @Nullable Double sumOrNull(Function<T, @Nullable Double> figure) {
        return isMissing(figure) ? null : sum(figure::apply);
    }

    private static @Nullable Double asDouble(@Nullable Integer whole) {
        return whole == null ? null : (Double) whole.doubleValue();
    }

    private static @Nullable Integer whole(@Nullable Double number) {
        return number == null ? null : (Integer) number.intValue();
    }

    private boolean isMissing(Function<T, @Nullable Double> figure) {
        return blocks.stream().map(figure).anyMatch(Objects::isNull);
    }
}
