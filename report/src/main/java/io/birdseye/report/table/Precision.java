package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** How narrow the intervals of a comparison are, and what narrower ones would take. */
final class Precision {

    /** Start, check and end of a trial, roughly. */
    private static final double OVERHEAD_SECONDS = 7;

    /** The load before a slice of a running service, and the pause after it. */
    private static final double SLICE_OVERHEAD_SECONDS = 1.5;

    /** Memory whose slowest trial lies further above its fastest has a part in the noise. */
    private static final double UNEVEN = 1.25;

    private static final double[] PRECISIONS = {0.05, 0.02, 0.01};

    private Precision() {}

    /** What a reader should know of the noise, one sentence each. */
    static List<String> sentences(ComparisonTable comparison) {
        Ranking ranking = comparison.ranking();
        Stream<String> memory = memoryInWords(comparison.results().trials()).stream();
        return Stream.concat(ranking == null ? Stream.of() : sentences(comparison, ranking), memory).toList();
    }

    private static Stream<String> sentences(ComparisonTable comparison, Ranking ranking) {
        Settings settings = comparison.results().settings();
        int trials = comparison.results().trials().size() / comparison.blocks();
        double each = settings.run().durationSeconds() + (comparison.inOneProcess() ? SLICE_OVERHEAD_SECONDS : settings.run().warmUpSeconds() + OVERHEAD_SECONDS);
        return Stream.of(inWords(ranking, trials * each));
    }

    /** If the machine's memory was faster in some trials than in others: that is noise which no strategy made. */
    static Optional<String> memoryInWords(List<Trial> trials) {
        DoubleSummaryStatistics passes = Trial.measured(trials)
                .map(measured -> measured.instruments().disturbance())
                .flatMap(Stream::ofNullable)
                .map(Trial.Disturbance::memoryMs)
                .flatMap(Stream::ofNullable).collect(Collectors.summarizingDouble(ms -> ms));
        return passes.getMax() > UNEVEN * passes.getMin()
                ? Optional.of("The machine's memory was uneven: reading and writing 64 MB took from "
                        + Format.ms(passes.getMin()) + " to " + Format.ms(passes.getMax())
                        + " of CPU time around the trials, so some of the noise is the machine's.")
                : Optional.empty();
    }

    /** How many blocks, and about how long, narrower intervals would take. */
    static String inWords(Ranking ranking, double blockSeconds) {
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
                ? Format.count(Math.max(1, time.toMinutes()), "minute") : Format.count(time.toHours(), "hour");
    }
}
