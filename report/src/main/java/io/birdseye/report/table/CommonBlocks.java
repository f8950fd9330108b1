package io.birdseye.report.table;

import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rows that are compared with one another, and the blocks in which each of them has a valid trial. The model of
 * {@link Ranking} takes every row in every block, so a block in which one of them is invalid or failed is left out for all. Which
 * ones these are depends on the instruments and never on a response time, so leaving them out does not choose among results.
 * The figures of these rows everywhere are those of these blocks.
 *
 * @param blocks by number, at least two
 */
record CommonBlocks(Results results, List<Row> rows, List<Integer> blocks) {

    /** So many whole blocks must remain where some are left out, and half of all. */
    static final int FEWEST = 3;

    /** Whether the rest says enough where some blocks are left out. */
    static boolean enough(int whole, int measured) {
        return whole == measured || whole >= FEWEST && 2 * whole >= measured;
    }

    /**
     * Of all rows that may be compared, if enough whole blocks remain. Else rows are taken out one by one, each time the one
     * whose absence gives back most blocks, until enough remain. Empty if fewer than two rows are left then.
     */
    static Optional<CommonBlocks> of(Results results, List<Row> all) {
        List<Row> rows = new ArrayList<>(all.stream()
                .filter(row -> row.standing().isComparable() && !row.carriesMore())
                .sorted(Comparator.comparing(Row::name))
                .toList());
        while (rows.size() > 1) {
            SortedSet<Integer> whole = whole(rows);
            if (!whole.isEmpty()) {
                return Optional.of(new CommonBlocks(results, List.copyOf(rows), List.copyOf(whole)));
            }
            rows.remove(rows.stream()
                    .max(Comparator.comparingInt((Row row) -> common(without(row, rows), Row::validBlocks).size())
                            .thenComparing(row -> row.validBlocks().size(), Comparator.reverseOrder()))
                    .orElseThrow());
        }
        return Optional.empty();
    }

    /** The blocks in which all of these have valid trials; none where too few of those that were measured remain. */
    static SortedSet<Integer> whole(List<Row> rows) {
        SortedSet<Integer> whole = common(rows, Row::validBlocks);
        return whole.size() > 1 && enough(whole.size(), common(rows, Row::measuredBlocks).size()) ? whole : new TreeSet<>();
    }

    private static List<Row> without(Row row, List<Row> rows) {
        return rows.stream().filter(other -> other != row).toList();
    }

    private static SortedSet<Integer> common(List<Row> rows, Function<Row, Set<Integer>> blocks) {
        SortedSet<Integer> common = new TreeSet<>(blocks.apply(rows.getFirst()));
        rows.forEach(row -> common.retainAll(blocks.apply(row)));
        return common;
    }

    boolean compares(Row row) {
        return rows.stream().anyMatch(each -> each.key().equals(row.key()));
    }

    /** The figure of each row in each block, less being better, in the order of the blocks; empty where one is not known or not above 0. */
    Optional<Map<String, List<Double>>> figures(Metric figure, List<Integer> inBlocks) {
        Map<String, List<Double>> complete = rows.stream().collect(Collectors.toMap(Row::name, row -> {
            Map<Integer, Double> byBlock = Trial.byBlock(row.trials(), figure::lessIsBetter);
            return inBlocks.stream().map(block -> byBlock.getOrDefault(block, Double.NaN)).toList();
        }));
        return complete.values().stream().flatMap(List::stream).allMatch(ms -> ms > 0 && Double.isFinite(ms))
                ? Optional.of(complete) : Optional.empty();
    }

    Optional<Ranking> ranking(Metric by) {
        return figures(by, blocks).map(figures -> Ranking.of(figures, results.settings().marginOrDefault()));
    }
}
