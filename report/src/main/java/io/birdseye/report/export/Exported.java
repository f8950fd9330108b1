package io.birdseye.report.export;

import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.BlockMean;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.BlockFigures;
import io.birdseye.report.table.CapacityTable;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What trackers get of a result: the figures that decide, of the rows that are compared.
 *
 * @param createdAt an ISO 8601 instant
 */
public record Exported(String createdAt, String commit, List<Figure> figures) {

    private static final List<Metric> OF_COMPARISON = List.of(Metric.P50, Metric.P95, Metric.P99, Metric.PROGRAM_CPU, Metric.ACHIEVED);
    private static final List<Metric> OF_CAPACITY = List.of(Metric.CAPACITY, Metric.PROGRAM_CPU);

    /**
     * One figure of a row.
     *
     * @param interval empty where there is one block
     * @param verdict of its row, for people
     */
    public record Figure(String row, Metric metric, double value, Optional<Interval> interval, String verdict, SortedMap<Integer, Double> byBlock) {

        private static Stream<Figure> of(String row, Metric metric, List<Trial> trials, String verdict) {
            SortedMap<Integer, Double> byBlock = BlockFigures.of(trials, metric::orNaN);
            if (byBlock.isEmpty() || byBlock.values().stream().anyMatch(value -> !(value > 0))) {
                return Stream.empty();
            }
            SortedMap<Integer, Double> logs = new TreeMap<>();
            byBlock.forEach((block, value) -> logs.put(block, Math.log(value)));
            BlockMean mean = BlockMean.of(new TreeMap<>(Map.of(row, logs))).values().iterator().next();
            return Stream.of(new Figure(row, metric, Math.exp(mean.log()),
                    mean.hasInterval() ? Optional.of(mean.interval(1 - Ranking.CONFIDENCE)) : Optional.empty(), verdict, byBlock));
        }

        /** Requests per second, of which more is better; else milliseconds. */
        boolean isRate() {
            return metric.unit().equals("/s");
        }

        /** For names that take letters, digits and hyphens: {@code p50-ms}. */
        String slug() {
            return metric.label().replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
        }
    }

    public Exported {
        figures = List.copyOf(figures);
    }

    public static Exported of(ComparisonTable comparison) {
        return of(comparison.results(), comparison.rows().stream()
                .filter(row -> row.standing().isComparable())
                .flatMap(row -> OF_COMPARISON.stream().flatMap(metric -> Figure.of(row.name(), metric, comparison.counted(row), row.place().words()))));
    }

    public static Exported of(CapacityTable capacity) {
        return of(capacity.results(), capacity.rows().stream()
                .flatMap(row -> OF_CAPACITY.stream().flatMap(metric -> Figure.of(row.name(), metric, row.trials(), CapacityTable.against(row)))));
    }

    private static Exported of(Results results, Stream<Figure> figures) {
        return new Exported(results.createdAt(), results.environment().commit(), figures.toList());
    }

    /** By the name of the row, in the order of the table. */
    Map<String, List<Figure>> byRow() {
        return figures.stream().collect(Collectors.groupingBy(Figure::row, LinkedHashMap::new, Collectors.toList()));
    }
}
