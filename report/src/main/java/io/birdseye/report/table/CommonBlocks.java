package io.birdseye.report.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The rows that are compared with one another, and the blocks in which each of them has a valid trial. The model of
 * {@link io.birdseye.report.statistics.Ranking} takes every row in every block, so a block in which one of them is invalid
 * or failed is left out for all. Which ones these are depends on the instruments and never on a response time, so leaving
 * them out does not choose among results.
 *
 * @param rows their names; none where there is too little to compare
 */
record CommonBlocks(Set<String> rows, SortedSet<Integer> blocks) {

    /** So many whole blocks must remain where some are left out, and half of all. */
    static final int FEWEST = 3;

    static final CommonBlocks NONE = new CommonBlocks(Set.of(), new TreeSet<>());

    /** Whether the rest says enough where some blocks are left out. */
    static boolean enough(int whole, int measured) {
        return whole == measured || whole >= FEWEST && 2 * whole >= measured;
    }

    /**
     * Of all rows, if enough whole blocks remain. Else rows are taken out one by one, each time the one whose absence gives
     * back most blocks, until enough remain.
     *
     * @param all that may be compared, in any order
     */
    static CommonBlocks of(List<Row> all) {
        List<Row> rows = new ArrayList<>(all);
        rows.sort(Comparator.comparing(Row::name));
        while (rows.size() > 1) {
            SortedSet<Integer> whole = common(rows, Row::validBlocks);
            int measured = common(rows, Row::measuredBlocks).size();
            if (whole.size() > 1 && enough(whole.size(), measured)) {
                return new CommonBlocks(new TreeSet<>(rows.stream().map(Row::name).toList()), whole);
            }
            rows.remove(rows.stream()
                    .max(Comparator.comparingInt((Row row) -> common(without(row, rows), Row::validBlocks).size())
                            .thenComparing(row -> row.validBlocks().size(), Comparator.reverseOrder()))
                    .orElseThrow());
        }
        return NONE;
    }

    private static List<Row> without(Row row, List<Row> rows) {
        return rows.stream().filter(other -> other != row).toList();
    }

    private static SortedSet<Integer> common(List<Row> rows, Function<Row, Set<Integer>> blocks) {
        SortedSet<Integer> common = new TreeSet<>(blocks.apply(rows.getFirst()));
        rows.forEach(row -> common.retainAll(blocks.apply(row)));
        return common;
    }
}
