package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.SimilarBounds;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The rows of a comparison as its page shows them: what is as good stands together, what failed stands apart. */
final class ResultGroups {

    /** A group of more is folded: they differ by less than matters. */
    private static final int MAX_OPEN = 4;

    private ResultGroups() {}

    /**
     * Rows under one heading.
     *
     * @param folds whether only its first row is shown until the reader opens it
     */
    record Group(String title, boolean folds, List<Row> rows) {

        Group {
            rows = List.copyOf(rows);
        }
    }

    /** Those whose response times are compared: they kept up, without too many errors. */
    static List<Group> keptUp(ComparisonTable comparison) {
        List<Row> kept = comparison.rows().stream().filter(row -> row.standing().isComparable()).toList();
        Ranking ranking = comparison.ranking();
        if (ranking == null) {
            return kept.isEmpty() ? List.of() : List.of(new Group("", false, kept));
        }
        String margin = Format.percent(ranking.margin());
        String many = comparison.results().settings().comparedMany();
        List<Group> groups = new ArrayList<>();
        add(groups, kept, "As good as the best, less than " + margin + " slower", many,
                row -> row.place().verdict() == Verdict.BEST || row.place().verdict() == Verdict.EQUIVALENT);
        add(groups, kept, "Slower, but by less than " + margin, many, row -> row.place().verdict() == Verdict.SLOWER_WITHIN_MARGIN);
        add(groups, kept, "Not enough blocks to tell", many, row -> row.place().verdict() == Verdict.UNDECIDED);
        add(groups, kept, "Slower than the best", many, row -> row.place().verdict() == Verdict.SLOWER);
        add(groups, kept, "Kept up, but not ranked", many, row -> row.place().verdict() == Verdict.UNRANKED);
        return groups;
    }

    private static void add(List<Group> groups, List<Row> kept, String title, String many, Predicate<Row> belongs) {
        List<Row> rows = kept.stream().filter(belongs).toList();
        if (!rows.isEmpty()) {
            String count = rows.size() == 1 ? "" : ": " + rows.size() + " " + many + range(rows);
            groups.add(new Group(title + count, rows.size() > MAX_OPEN, rows));
        }
    }

    private static String range(List<Row> rows) {
        double[] medians = rows.stream().map(Row::medianMs).mapToDouble(ms -> ms == null ? Double.NaN : ms)
                .filter(Double::isFinite).sorted().toArray();
        return medians.length == 0 ? "" : ", " + Format.range(medians[0], medians[medians.length - 1], "ms");
    }

    /** Many rows with nearly the same X_max, the lowest first: each such group opens. */
    static List<SimilarBounds<Row>> boundedTogether(ComparisonTable comparison) {
        return SimilarBounds.among(comparison.rows(), Row::limit).stream()
                .filter(group -> group.rows().size() > MAX_OPEN).toList();
    }

    /** The rows that are in none of those groups. */
    static List<Row> boundedAlone(ComparisonTable comparison) {
        Set<RowKey> together = boundedTogether(comparison).stream()
                .flatMap(group -> group.rows().stream()).map(Row::key).collect(Collectors.toSet());
        return comparison.rows().stream().filter(row -> !together.contains(row.key())).toList();
    }

    /** Those that did not keep up, answered with too many errors, were invalid, or failed. */
    static List<Row> failures(ComparisonTable comparison) {
        return comparison.rows().stream().filter(row -> !row.standing().isComparable()).toList();
    }
}
