package io.birdseye.report.table;

import io.birdseye.report.capacity.Capacity;
import io.birdseye.report.capacity.TaskNames;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A whole comparison, ready to be shown.
 *
 * @param rows the ranked ones by rank, then those that kept up by median response time, then the others
 * @param ranking null for a single block: one JVM per strategy says nothing about the next one
 * @param names of the tasks of a request
 */
public record ComparisonTable(Results results, List<Row> rows, @Nullable Ranking ranking, TaskNames names) {

    public ComparisonTable {
        rows = List.copyOf(rows);
    }

    /**
     * Draws results together.
     *
     * @param folder to which the histograms of the trials are relative; missing ones are noted
     * @throws IllegalArgumentException if the results contradict themselves
     */
    public static ComparisonTable of(Results results, Path folder) {
        TaskNames names = TaskNames.of(results);
        RowBuilder builder = new RowBuilder(results, folder, new Capacity(
                results.floor(), names, results.environment().cores(), results.settings().httpThreads()));
        List<Row> rows = results.trials().stream()
                .sorted(Comparator.comparingInt(Trial::block))
                .collect(Collectors.groupingBy(Trial::strategy, LinkedHashMap::new, Collectors.toList()))
                .values().stream()
                .map(builder::build)
                .toList();
        Ranking ranking = rank(results, rows);
        return new ComparisonTable(results, ordered(rows, ranking), ranking, names);
    }

    /** How many blocks were run. */
    public int blocks() {
        return results.trials().stream().mapToInt(Trial::block).max().orElse(0);
    }

    /** How the rows are ordered, and what that order is worth. */
    public String orderInWords() {
        if (ranking != null) {
            return "Ranked by median response time over " + ranking.blocks() + " blocks; strategies that cannot be told"
                    + " apart share a rank. Those that did not keep up in every block are not ranked.";
        }
        return (blocks() == 1
                        ? "A single block: an indication, no ranking."
                        : "No ranking: it takes two whole blocks and two strategies that kept up in both.")
                + " Those that kept up come first, ordered by median response time.";
    }

    /** The rows that have figures. */
    public List<Row> measured() {
        return rows.stream().filter(row -> row.figures() != null).toList();
    }

    /** Whether all rows have the same budget. */
    public boolean equalBudgets() {
        return rows.stream().filter(Row::budgetKnown).map(Row::budget).distinct().count() <= 1;
    }

    /** Only whole blocks count, and of the strategies those that kept up in every one. */
    private static @Nullable Ranking rank(Results results, List<Row> rows) {
        Map<Integer, Map<String, Double>> blocks = results.trials().stream().collect(Collectors.groupingBy(
                Trial::block, TreeMap::new, Collectors.toMap(Trial::strategy, ComparisonTable::medianMs, (a, b) -> b)));
        blocks.values().removeIf(block -> block.size() < rows.size());
        Map<String, List<Double>> medians = rows.stream()
                .filter(row -> row.standing().keptUp())
                .collect(Collectors.toMap(Row::strategy, row -> blocks.values().stream()
                        .map(block -> block.getOrDefault(row.strategy(), Double.NaN))
                        .toList()));
        return blocks.size() < 2 || medians.size() < 2 ? null : Ranking.of(medians, results.settings().seed());
    }

    private static double medianMs(Trial trial) {
        return trial.measured() == null ? Double.NaN : trial.measured().response().p50Ms();
    }

    private static List<Row> ordered(List<Row> rows, @Nullable Ranking ranking) {
        List<Ranking.Place> places = ranking == null ? List.of() : ranking.places();
        Map<String, Ranking.Place> byStrategy =
                places.stream().collect(Collectors.toMap(Ranking.Place::strategy, Function.identity()));
        return rows.stream()
                .map(row -> row.with(byStrategy.get(row.strategy())))
                .sorted(Comparator
                        .comparingInt((Row row) -> row.place() == null ? rows.size() : places.indexOf(row.place()))
                        .thenComparing(row -> row.standing().grade())
                        .thenComparing(row -> Objects.requireNonNullElse(row.medianMs(), Double.MAX_VALUE)))
                .toList();
    }
}
