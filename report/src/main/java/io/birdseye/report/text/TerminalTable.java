package io.birdseye.report.text;

import io.birdseye.model.Format;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A comparison for the terminal: the table, what bounds each strategy, and the conclusion. Drops the least important
 * columns where it is too narrow for all.
 */
public final class TerminalTable {

    private static final String GAP = " ";
    private static final int NARROWEST = 40;
    /** Where a line may break: at a space that is not the second of two, which keep a figure and its text together. */
    private static final Pattern WORDS = Pattern.compile("(?<! ) ");

    private final int width;
    private final boolean unicode;

    /**
     * Fits the text to a terminal.
     *
     * @param width in characters
     * @param unicode whether it shows more than ASCII
     */
    public TerminalTable(int width, boolean unicode) {
        this.width = Math.max(NARROWEST, width);
        this.unicode = unicode;
    }

    /** The text, its lines ended by line feeds. */
    public String render(ComparisonTable comparison) {
        StringBuilder text = new StringBuilder();
        line(text, comparison.results().settings().load().describe() + "; response time from the intended start");
        paragraph(text, comparison.orderInWords(), "");
        line(text, "");
        if (!comparison.rows().isEmpty()) {
            table(text, comparison);
            limits(text, comparison);
        }
        Conclusion conclusion = Conclusion.of(comparison);
        paragraph(text, conclusion.headline(), "");
        conclusion.details().forEach(detail -> paragraph(text, detail, "  "));
        return unicode ? text.toString() : ascii(text.toString());
    }

    private void table(StringBuilder text, ComparisonTable comparison) {
        List<Column> columns = fitting(
                Column.all(comparison.ranking() != null, comparison.equalBudgets()), comparison.rows());
        List<String> titles = new ArrayList<>();
        List<String> units = new ArrayList<>();
        List<String> rules = new ArrayList<>();
        for (Column column : columns) {
            int size = size(column, comparison.rows());
            titles.add(pad(column.title(), size, column.left()));
            units.add(pad(column.unit(), size, column.left()));
            rules.add("─".repeat(size));
        }
        line(text, String.join(GAP, titles).stripTrailing());
        line(text, String.join(GAP, units).stripTrailing());
        line(text, String.join(GAP, rules));
        for (Row row : comparison.rows()) {
            List<String> cells = new ArrayList<>();
            for (Column column : columns) {
                cells.add(pad(clean(column.cell().apply(row)), size(column, comparison.rows()), column.left()));
            }
            line(text, String.join(GAP, cells).stripTrailing());
        }
        if (comparison.rows().stream().anyMatch(Row::overBudget)) {
            line(text, Column.OVER_BUDGET + " used more than its budget");
        }
        if (comparison.rows().stream().anyMatch(Row::steadyStateMissed)) {
            line(text, Column.NOT_STEADY + " no steady state: its response time changed level");
        }
        line(text, "");
    }

    /** Strategies with the same bound share a line. */
    private void limits(StringBuilder text, ComparisonTable comparison) {
        line(text, "What limits them (X_max):");
        Map<String, List<String>> byLimit = new LinkedHashMap<>();
        for (Row row : comparison.rows()) {
            String limit = Format.rate(row.prediction().perSecond()) + "  " + row.prediction().reason();
            byLimit.computeIfAbsent(limit, l -> new ArrayList<>()).add(row.strategy());
        }
        byLimit.forEach((limit, strategies) ->
                paragraph(text, limit + ": " + String.join(", ", strategies), "  "));
        line(text, "");
    }

    /** Leaves columns out, the least important first and from the right, until the rest fits. */
    private List<Column> fitting(List<Column> all, List<Row> rows) {
        List<Column> columns = new ArrayList<>(all);
        columns.removeIf(column -> column.keep() == 0);
        while (total(columns, rows) > width && columns.stream().anyMatch(column -> column.keep() < 10)) {
            Column least = columns.getFirst();
            for (Column column : columns) {
                if (column.keep() <= least.keep()) {
                    least = column;
                }
            }
            columns.remove(least);
        }
        return columns;
    }

    private int total(List<Column> columns, List<Row> rows) {
        return columns.stream().mapToInt(column -> size(column, rows) + GAP.length()).sum() - GAP.length();
    }

    private int size(Column column, List<Row> rows) {
        int cells = rows.stream().mapToInt(row -> clean(column.cell().apply(row)).length()).max().orElse(0);
        int size = Math.max(cells, Math.max(column.title().length(), column.unit().length()));
        return column.left() ? Math.min(size, NARROWEST / 2 + 4) : size;
    }

    private static String pad(String cell, int size, boolean left) {
        String cut = cell.length() <= size ? cell : cell.substring(0, size - 1) + "…";
        String space = " ".repeat(size - cut.length());
        return left ? cut + space : space + cut;
    }

    /** Broken between words, its later lines two columns further in. */
    private void paragraph(StringBuilder text, String sentence, String indent) {
        StringBuilder current = new StringBuilder(indent);
        for (String word : WORDS.splitAsStream(clean(sentence)).toList()) {
            if (current.length() + word.length() > width && !current.toString().isBlank()) {
                line(text, current.toString().stripTrailing());
                current = new StringBuilder(indent + "  ");
            }
            current.append(word).append(' ');
        }
        line(text, current.toString().stripTrailing());
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append('\n');
    }

    /** Names and reasons come from outside: control characters must not steer the terminal. */
    private static String clean(String cell) {
        return cell.replaceAll("\\p{Cntrl}", " ");
    }

    private static String ascii(String text) {
        return text.replace('─', '-').replace('–', '-').replace('×', 'x').replace("…", "~")
                .replaceAll("[^\\x20-\\x7e\\n]", "?");
    }
}
