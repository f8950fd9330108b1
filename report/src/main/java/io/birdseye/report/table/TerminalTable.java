package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.TerminalText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A comparison for the terminal: the table, the conclusion, and what to take. Drops the least important
 * columns where it is too narrow for all.
 *
 * @param unicode whether it shows more than ASCII
 * @param whole whether it shows all that is known: every figure, what bounds each row, and each reason
 */
public record TerminalTable(int width, boolean unicode, boolean whole) {

    private static final String MORE = "All figures, and what limits each: -v, and the page.";

    private static final int NARROWEST = 40;
    /** Where a line may break: at a space that is not the second of two, which keep a figure and its text together. */
    private static final Pattern WORDS = Pattern.compile("(?<! ) ");

    public TerminalTable {
        width = Math.max(NARROWEST, width);
    }

    public String render(ComparisonTable comparison) {
        boolean searched = comparison.searched();
        List<Row> rows = comparison.rows();
        List<String> lines = new ArrayList<>();
        if (whole && !searched) {
            lines.add(comparison.results().settings().loadInWords() + "; response time from the intended start");
            paragraph(lines, comparison.orderInWords(), "");
            lines.add("");
        }
        if (!rows.isEmpty()) {
            columns(lines, columns(comparison), rows);
            if (!searched) {
                marks(lines, comparison);
            }
            lines.add("");
            if (whole && !searched) {
                limits(lines, rows);
            }
        }
        Conclusion conclusion = Conclusion.of(comparison);
        paragraph(lines, conclusion.headline(), "");
        // How few figures were found, and why a row has none, is always told.
        if (searched) {
            paragraph(lines, comparison.orderInWords(), "");
        }
        (whole ? conclusion.details() : CarriedWords.failures(comparison)).forEach(detail -> paragraph(lines, detail, "  "));
        if (!whole && !searched) {
            paragraph(lines, MORE, "");
        }
        Recommendation recommendation = comparison.recommendation();
        if (!recommendation.isEmpty()) {
            lines.add("");
            recommendation.sentences().forEach(sentence -> paragraph(lines, sentence, ""));
        }
        String text = String.join("\n", lines) + "\n";
        return unicode ? text : ascii(text);
    }

    /** The first rows of the table alone, for a comparison that goes on. */
    public List<String> lines(ComparisonTable comparison, int most) {
        List<String> lines = new ArrayList<>();
        if (!comparison.rows().isEmpty()) {
            columns(lines, columns(comparison), comparison.rows().stream().limit(most).toList());
        }
        return unicode ? lines : lines.stream().map(TerminalTable::ascii).toList();
    }

    /** What the signs in the columns mean. */
    private static void marks(List<String> lines, ComparisonTable comparison) {
        List<Row> rows = comparison.rows();
        if (rows.stream().anyMatch(row -> row.overBudget().isPresent())) {
            lines.add(Column.OVER_BUDGET + " used more than its budget");
        }
        if (rows.stream().anyMatch(row -> row.notSteady().isPresent())) {
            lines.add(Column.NOT_STEADY + " no steady state: its response time changed level");
        }
        if (rows.stream().anyMatch(row -> row.standing().grade() == LoadOutcome.Grade.TOO_MANY_ERRORS)) {
            lines.add(Column.TOO_MANY_ERRORS + " more errors than " + Format.smallPercent(comparison.results().settings().validity().mostErrors())
                    + ", so its response times are not compared");
        }
    }

    private List<Column<Row>> columns(ComparisonTable comparison) {
        return whole ? Column.results(comparison, !comparison.equalBudgets()) : Column.brief(comparison);
    }

    private <T> void columns(List<String> lines, List<Column<T>> all, List<T> rows) {
        List<Padded> columns = fitting(all.stream().map(column -> Padded.of(column, rows)).toList());
        IntStream.range(0, columns.getFirst().lines().size())
                .mapToObj(line -> columns.stream().map(column -> column.lines().get(line)))
                .forEach(cells -> lines.add(cells.collect(Collectors.joining(" ")).stripTrailing()));
    }

    /** The lines of one column, all equally wide: title, unit, rule and a cell for each row. */
    private record Padded(int keep, List<String> lines) {

        static <T> Padded of(Column<T> column, List<T> rows) {
            List<String> cells = Stream.concat(
                            Stream.of(column.title(), column.unit()),
                            rows.stream().map(row -> clean(column.cell().apply(row))))
                    .toList();
            int longest = cells.stream().mapToInt(String::length).max().orElse(0);
            int size = column.text() ? Math.min(longest, NARROWEST / 2 + 4) : longest;
            List<String> padded = new ArrayList<>(cells.stream().map(cell -> pad(cell, size, column.text())).toList());
            padded.add(2, "─".repeat(size));
            return new Padded(column.keep(), padded);
        }

        private static String pad(String cell, int size, boolean left) {
            String cut = cell.length() <= size ? cell : cell.substring(0, size - 1) + "…";
            String space = " ".repeat(size - cut.length());
            return left ? cut + space : space + cut;
        }
    }

    /** Leaves columns out, the least important first and from the right, until the rest fits. */
    private List<Padded> fitting(List<Padded> columns) {
        int total = columns.stream().mapToInt(column -> column.lines().getFirst().length() + 1).sum() - 1;
        Optional<Padded> least = columns.reversed().stream()
                .filter(column -> column.keep() < Column.ALWAYS).min(Comparator.comparingInt(Padded::keep));
        return total <= width || least.isEmpty()
                ? columns : fitting(columns.stream().filter(column -> column != least.get()).toList());
    }

    /** Strategies with the same bound share a line. */
    private void limits(List<String> lines, List<Row> rows) {
        lines.add("What limits them (X_max):");
        rows.stream()
                .collect(Collectors.groupingBy(
                        row -> Column.limit(row, Format::rate) + "  " + row.limit().reason(),
                        LinkedHashMap::new, Collectors.mapping(Row::name, Collectors.joining(", "))))
                .forEach((limit, strategies) -> paragraph(lines, limit + ": " + strategies, "  "));
        lines.add("");
    }

    /** Broken between words, its later lines two columns further in. */
    private void paragraph(List<String> lines, String sentence, String indent) {
        StringBuilder line = new StringBuilder(indent);
        for (String word : WORDS.splitAsStream(clean(sentence)).toList()) {
            if (line.length() + word.length() > width && !line.toString().isBlank()) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(indent + "  ");
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().stripTrailing());
    }

    /** Names and reasons come from outside: they stay one line, and must not steer the terminal. */
    public static String clean(String cell) {
        return TerminalText.visible(cell.replaceAll("[\\r\\n\\t]", " "));
    }

    private static String ascii(String text) {
        return text.replace('─', '-').replace('–', '-').replace('±', '~').replace('×', 'x').replace('≤', '<').replace('≥', '>').replace("…", "~")
                .replaceAll("[^\\x20-\\x7e\\n]", "?");
    }
}
