package io.birdseye.report.table;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.birdseye.model.Format;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A comparison as a Markdown page, for pull requests and wikis; its text is {@code markdown.jte}, that of a search {@code capacity.jte}. */
public final class MarkdownReport {

    static List<Column<Row>> limits(ComparisonTable comparison) {
        return List.of(
                Column.name(comparison),
                Column.number("X_max", row -> Column.limit(row, Format::rate)),
                Column.text("because", row -> row.limit().reason()),
                Column.text("standing", row -> row.standing().inWords()),
                Column.text("notes", row -> String.join(" ", row.notes())));
    }

    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Plain, null, MarkdownReport.class.getPackageName());

    private MarkdownReport() {}

    /** The page, ended by a line feed. */
    public static String render(ComparisonTable comparison) {
        StringOutput page = new StringOutput();
        TEMPLATES.render(comparison.searched() ? "capacity.jte" : "markdown.jte", comparison, page);
        return page.toString();
    }

    public static <T> String table(List<Column<T>> columns, List<T> rows) {
        Column.Cells cells = Column.Cells.of(rows, columns);
        String rule = columns.stream().map(column -> column.text() ? " :-- |" : " --: |").collect(Collectors.joining());
        return line(cells.titles()) + "\n|" + rule
                + cells.rows().stream().map(row -> "\n" + line(row)).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().map(cell -> " " + escape(cell) + " |").collect(Collectors.joining("", "|", ""));
    }

    /** In a fence that no run of backticks inside it can end. */
    static String code(String command) {
        String line = command.replaceAll("\\s+", " ");
        int longest = Pattern.compile("`+").matcher(line).results()
                .map(MatchResult::group).mapToInt(String::length).max().orElse(0);
        String fence = "`".repeat(Math.max(3, longest + 1));
        return fence + "sh\n" + line + "\n" + fence;
    }

    /** Nothing from outside becomes markup or HTML, and no cell breaks its row. */
    static String escape(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ")
                .replace("&", "&amp;").replace("<", "&lt;").replaceAll("([\\\\`*\\[\\]|])", "\\\\$1");
    }
}
