package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Where the noise of a comparison lies, and what would lessen it.
 *
 * <p>The variance of the block design's residuals is that of one JVM's median: what differs from JVM to JVM, plus what
 * would differ if the window of the same JVM were measured again. The second part is known from the course of each
 * window; the first is the rest. A longer window lessens the second part, another block both. With a price for each
 * trial that no window has part in (start and warm-up), the window that gives the narrowest interval for the time lasts
 * √(price × variance within, per second / variance between): W. G. Cochran, "Sampling Techniques", 3rd edition, 1977,
 * section 10.6.
 *
 * @param deviation of one trial's median from what its strategy and block let expect, as a share
 * @param withinShare the part of the variance that lies within one window, from 0 to 1
 * @param bestWindowSeconds the length of window that gives most for the time, ten minutes at most
 */
record NoiseSplit(double deviation, double withinShare, double bestWindowSeconds) {

    /** Start, check and end of a trial, roughly. */
    private static final double OVERHEAD_SECONDS = 7;

    /** The load before a slice of a running service, and the pause after it. */
    private static final double SLICE_OVERHEAD_SECONDS = 1.5;

    /** A window is called too short or too long only beyond this factor: the optimum is flat. */
    private static final double FAR = 2;

    /** No longer window is advised. Where nothing lies between JVMs, every longer window would be better. */
    private static final double MAX_SECONDS = 600;

    /** Memory whose slowest trial lies further above its fastest has a part in the noise. */
    private static final double UNEVEN = 1.25;

    private static final double[] PRECISIONS = {0.05, 0.02, 0.01};

    /** What a reader should know of the noise, one sentence each. */
    static List<String> sentences(ComparisonTable comparison) {
        Ranking ranking = comparison.ranking();
        Stream<String> memory = memoryInWords(comparison.results().trials()).stream();
        return Stream.concat(ranking == null ? Stream.of() : sentences(comparison, ranking), memory).toList();
    }

    private static Stream<String> sentences(ComparisonTable comparison, Ranking ranking) {
        Settings settings = comparison.results().settings();
        int trials = comparison.results().trials().size() / comparison.blocks();
        if (comparison.inOneProcess()) {
            // Slices of one process: there is nothing that differs from JVM to JVM.
            return Stream.of(precisionInWords(ranking, trials * (settings.durationSeconds() + SLICE_OVERHEAD_SECONDS)));
        }
        return Stream.concat(
                        of(ranking, comparison.rows(), settings).stream()
                                .map(split -> split.inWords(settings.durationSeconds())),
                        Stream.of(precisionInWords(ranking, trials
                                * (settings.warmUpSeconds() + settings.durationSeconds() + OVERHEAD_SECONDS))));
    }

    /** If the machine's memory was faster in some trials than in others: that is noise which no strategy made. */
    static Optional<String> memoryInWords(List<Trial> trials) {
        DoubleSummaryStatistics passes = Trial.measured(trials)
                .map(measured -> measured.instruments().disturbance())
                .flatMap(Stream::ofNullable)
                .map(Trial.Disturbance::memoryMs)
                .flatMap(Stream::ofNullable)
                .collect(Collectors.summarizingDouble(ms -> ms));
        return passes.getMax() > UNEVEN * passes.getMin()
                ? Optional.of("The machine's memory was uneven: reading and writing 64 MB took from "
                        + Format.ms(passes.getMin()) + " to " + Format.ms(passes.getMax())
                        + " of CPU time around the trials, so some of the noise is the machine's.")
                : Optional.empty();
    }

    /** What is known of the noise; empty without a ranking or without histograms. */
    static Optional<NoiseSplit> of(Ranking ranking, List<Row> rows, Settings settings) {
        OptionalDouble within = rows.stream()
                .filter(row -> row.place().interval() != null || row.place().verdict() == Ranking.Verdict.BEST)
                .flatMap(row -> row.blocks().stream().filter(Row.Block::counts))
                .flatMapToDouble(block -> block.windowVariance() == null
                        ? DoubleStream.empty()
                        : DoubleStream.of(block.windowVariance()))
                .average();
        return within.isEmpty() || !(ranking.variance() > 0)
                ? Optional.empty()
                : Optional.of(split(within.getAsDouble(), ranking.variance(), settings));
    }

    static NoiseSplit split(double within, double all, Settings settings) {
        double between = Math.max(0, all - within);
        double price = settings.warmUpSeconds() + OVERHEAD_SECONDS;
        double best = Math.sqrt(price * within * settings.durationSeconds() / between);
        return new NoiseSplit(Math.sqrt(all), Math.min(1, within / all), Math.min(MAX_SECONDS, best));
    }

    /** One sentence. */
    String inWords(double windowSeconds) {
        String advice = bestWindowSeconds > FAR * windowSeconds
                ? "longer windows, " + (bestWindowSeconds < MAX_SECONDS
                                ? "of about " + Math.round(bestWindowSeconds) + " s"
                                : "even of ten minutes")
                        + ", narrow the intervals at less cost than more blocks."
                : "more blocks narrow the intervals; " + (bestWindowSeconds * FAR < windowSeconds
                        ? "longer windows would hardly."
                        : "windows of " + Format.setting(windowSeconds) + " s are near the length that gives most for the time.");
        return "One trial's median scatters by " + Format.percent(deviation) + " (standard deviation); "
                + Format.percent(withinShare) + " of that variance lies within one JVM's window and "
                + Format.percent(1 - withinShare) + " between JVMs: " + advice;
    }

    /** How many blocks, and about how long, narrower intervals would take. */
    static String precisionInWords(Ranking ranking, double blockSeconds) {
        double reached = ranking.precision();
        List<String> narrower = DoubleStream.of(PRECISIONS)
                .filter(share -> share < reached)
                .mapToObj(share -> {
                    int blocks = ranking.blocksFor(share);
                    return "±" + Format.percent(share) + " takes " + (blocks > Ranking.MAX_BLOCKS
                            ? "more than " + Ranking.MAX_BLOCKS + " blocks"
                            : "about " + Format.count(blocks, "block") + " in all, "
                                    + inWords(Duration.ofSeconds(Math.round(blocks * blockSeconds))));
                })
                .toList();
        // The first that is out of reach is enough.
        long within = narrower.stream().takeWhile(each -> !each.contains("more than")).count();
        String width = reached < ComparisonTable.TELLS_NOTHING ? "±" + Format.percent(reached) + " at most." : "beyond a factor of ten.";
        return "The intervals reach " + width + (narrower.isEmpty()
                ? ""
                : narrower.stream().limit(within + 1).collect(Collectors.joining("; ", " With the same noise ", ".")));
    }

    private static String inWords(Duration time) {
        return time.toHours() < 2
                ? Format.count(Math.max(1, time.toMinutes()), "minute")
                : Format.count(time.toHours(), "hour");
    }
}
