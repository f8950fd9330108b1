package io.birdseye.report.text;

import io.birdseye.model.Format;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Settings;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TimeSplit;
import java.util.ArrayList;
import java.util.List;

/** A comparison as a Markdown page, for pull requests and wikis. */
public final class MarkdownReport {

    private MarkdownReport() {}

    /** The page, ended by a line feed. */
    public static String render(ComparisonTable comparison) {
        StringBuilder page = new StringBuilder();
        Conclusion conclusion = Conclusion.of(comparison);
        page.append("# Birdseye: ").append(escape(comparison.results().settings().load().describe())).append("\n\n");
        page.append("**").append(escape(conclusion.headline())).append("**\n\n");
        conclusion.details().forEach(detail -> page.append("- ").append(escape(detail)).append('\n'));
        page.append("\n## Results\n\n").append(escape(comparison.orderInWords())).append(' ')
                .append("Load model: ").append(escape(comparison.results().settings().load().describe()))
                .append(". Response time counts from the intended start.\n\n");
        results(page, comparison);
        page.append("\n## What limits each strategy\n\n");
        limits(page, comparison);
        page.append("\n## Where the time went\n\nMean times of one request, summed over its tasks. Tasks run side by"
                + " side,")
                .append(" so the sum is longer than the response time.\n\n");
        tasks(page, comparison);
        page.append("\n## To repeat it\n\n");
        repeat(page, comparison);
        return page.toString();
    }

    private static void results(StringBuilder page, ComparisonTable comparison) {
        List<Column> columns = Column.all(comparison.ranking() != null, false).stream()
                .filter(column -> column.keep() > 0)
                .toList();
        head(page, columns.stream().map(column -> (column.title() + " " + column.unit()).strip()).toList(),
                columns.stream().map(Column::left).toList());
        for (Row row : comparison.rows()) {
            cells(page, columns.stream().map(column -> column.cell().apply(row)).toList());
        }
    }

    private static void limits(StringBuilder page, ComparisonTable comparison) {
        head(page, List.of("strategy", "X_max", "because", "standing", "notes"),
                List.of(true, false, true, true, true));
        for (Row row : comparison.rows()) {
            cells(page, List.of(row.strategy(), Format.rate(row.prediction().perSecond()), row.prediction().reason(),
                    row.standing().verdict().words() + ": " + row.standing().reason(), String.join(" ", row.notes())));
        }
    }

    private static void tasks(StringBuilder page, ComparisonTable comparison) {
        head(page, List.of("strategy", "queueing ms", "I/O ms", "CPU ms"), List.of(true, false, false, false));
        for (Row row : comparison.rows()) {
            if (row.figures() != null) {
                TimeSplit split = TimeSplit.of(row.figures().tasks());
                cells(page, List.of(row.strategy(), Format.number(split.ioQueueMs() + split.cpuQueueMs()),
                        Format.number(split.ioMs()), Format.number(split.cpuMs())));
            }
        }
    }

    private static void repeat(StringBuilder page, ComparisonTable comparison) {
        Settings settings = comparison.results().settings();
        Environment env = comparison.results().environment();
        String command = settings.command().replaceAll("\\s+", " ");
        String fence = "`".repeat(Math.max(3, longestRun(command) + 1));
        page.append(fence).append("sh\n").append(command).append('\n').append(fence).append("\n\n");
        List<String> facts = new ArrayList<>();
        facts.add("Measured " + comparison.results().createdAt() + " on " + env.cores() + " × " + env.cpuModel() + ", "
                + env.os() + ", kernel " + env.kernel());
        facts.add("Birdseye " + env.commit() + ", JDK " + env.jdk() + ", " + env.collector() + " collector, flags "
                + String.join(" ", env.jvmFlags()));
        facts.add("Upstream delay " + Format.setting(settings.delayMs()) + " ms" + ", shared memory "
                + Format.setting(settings.memoryMegabytes()) + " MB (" + settings.layout() + "), " + settings.budgets()
                + " budgets, " + settings.httpThreads() + " HTTP threads");
        facts.add("Warm-up " + Format.setting(settings.warmUpSeconds()) + " s, measured "
                + Format.setting(settings.durationSeconds()) + " s, " + comparison.blocks() + " block(s), seed "
                + settings.seed());
        facts.forEach(fact -> page.append("- ").append(escape(fact)).append('\n'));
    }

    private static void head(StringBuilder page, List<String> titles, List<Boolean> left) {
        cells(page, titles);
        page.append('|');
        left.forEach(isLeft -> page.append(isLeft ? " :-- |" : " --: |"));
        page.append('\n');
    }

    private static void cells(StringBuilder page, List<String> cells) {
        page.append('|');
        cells.forEach(cell -> page.append(' ').append(escape(cell)).append(" |"));
        page.append('\n');
    }

    private static int longestRun(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    /** Nothing from outside becomes markup or HTML, and no cell breaks its row. */
    private static String escape(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("([\\\\`*\\[\\]|])", "\\\\$1");
    }
}
