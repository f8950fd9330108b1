package io.birdseye.report.table;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.birdseye.model.Format;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables as Markdown pages, for pull requests and wikis; their texts are {@code markdown.jte} and {@code capacity.jte}. */
public final class MarkdownReport {

    static List<Column<Row>> limits(ComparisonTable comparison) {
        return List.of(
                Column.text(comparison.results().settings().compared(), Row::name),
                Column.number("X_max", row -> Column.limit(row, Format::rate)),
                Column.text("because", row -> row.limit().reason()),
                Column.text("standing", row -> row.standing().inWords()),
                Column.text("notes", row -> String.join(" ", row.notes())));
    }

    static final List<Column<Row>> TIMES = List.of(
            Column.text("strategy", Row::name),
            Column.time("queueing ms", split -> split.ioQueueMs() + split.cpuQueueMs()),
            Column.time("I/O ms", TimeSplit::ioMs), Column.time("CPU ms", TimeSplit::cpuMs));

    static final List<Column<Row>> PARTS = Stream.concat(
                    Stream.of(Column.text("strategy", Row::name)), Column.parts().stream())
            .toList();

    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(
            null, ContentType.Plain, null, MarkdownReport.class.getPackageName());

    private MarkdownReport() {}

    /** The page, ended by a line feed. */
    public static String render(ComparisonTable comparison) {
        return render("markdown.jte", comparison);
    }

    public static String render(CapacityTable capacity) {
        return render("capacity.jte", capacity);
    }

    private static String render(String template, Object table) {
        StringOutput page = new StringOutput();
        TEMPLATES.render(template, table, page);
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
