package io.birdseye.report.text;

import io.birdseye.model.Format;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.Settings;
import io.birdseye.report.table.Column;
import io.birdseye.report.table.Columns;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TimeSplit;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A comparison as a Markdown page, for pull requests and wikis. */
public final class MarkdownReport {

    private static final String PAGE = """
            # Birdseye: %1$s

            **%2$s**

            %3$s
            ## Results

            %4$s Load model: %1$s. Response time counts from the intended start.

            %5$s
            ## What limits each strategy

            %6$s
            ## Where the time went

            Mean times of one request, summed over its tasks. Tasks run side by side, so the sum is longer than the \
            response time.

            %7$s
            ## To repeat it

            %8$s

            %9$s""";

    private static final List<Column<Row>> LIMITS = List.of(
            Column.text("strategy", Row::strategy),
            Column.number("X_max", row -> Format.rate(row.limit().perSecond())),
            Column.text("because", row -> row.limit().reason()),
            Column.text("standing", row -> row.standing().grade().words() + ": " + row.standing().reason()),
            Column.text("notes", row -> String.join(" ", row.notes())));

    private static final List<Column<Row>> TIMES = List.of(
            Column.text("strategy", Row::strategy),
            Columns.time("queueing ms", split -> split.ioQueueMs() + split.cpuQueueMs()),
            Columns.time("I/O ms", TimeSplit::ioMs),
            Columns.time("CPU ms", TimeSplit::cpuMs));

    private MarkdownReport() {}

    /** The page, ended by a line feed. */
    public static String render(ComparisonTable comparison) {
        Conclusion conclusion = Conclusion.of(comparison);
        Settings settings = comparison.results().settings();
        Environment env = comparison.results().environment();
        String command = settings.command().replaceAll("\\s+", " ");
        String fence = "`".repeat(Math.max(3, 1 + Pattern.compile("`+").matcher(command).results()
                .map(MatchResult::group).mapToInt(String::length).max().orElse(0)));
        List<String> facts = List.of(
                Format.text("Measured %s on %d × %s, %s, kernel %s",
                        comparison.results().createdAt(), env.cores(), env.cpuModel(), env.os(), env.kernel()),
                Format.text("Birdseye %s, JDK %s, %s collector, flags %s",
                        env.commit(), env.jdk(), env.collector(), String.join(" ", env.jvmFlags())),
                Format.text("Upstream delay %s ms, shared memory %s MB (%s), %s budgets, %d HTTP threads",
                        Format.setting(settings.delayMs()), Format.setting(settings.memoryMegabytes()),
                        settings.layout(), settings.budgets(), settings.httpThreads()),
                Format.text("Warm-up %s s, measured %s s, %d block(s), seed %d",
                        Format.setting(settings.warmUpSeconds()), Format.setting(settings.durationSeconds()),
                        comparison.blocks(), settings.seed()));
        List<Row> rows = comparison.rows();
        List<Column<Row>> results = Columns.results(comparison.ranking() != null, false).stream()
                .filter(column -> column.keep() > 0)
                .toList();
        return Format.text(PAGE, escape(settings.load().describe()), escape(conclusion.headline()),
                list(conclusion.details()), escape(comparison.orderInWords()), table(results, rows),
                table(LIMITS, rows), table(TIMES, rows.stream().filter(row -> row.figures() != null).toList()),
                fence + "sh\n" + command + "\n" + fence, list(facts));
    }

    private static String list(List<String> items) {
        return items.stream().map(item -> "- " + escape(item) + "\n").collect(Collectors.joining());
    }

    private static String table(List<Column<Row>> columns, List<Row> rows) {
        Column.Cells cells = Column.Cells.of(rows, columns);
        return line(cells.titles())
                + columns.stream().map(column -> column.text() ? " :-- |" : " --: |")
                        .collect(Collectors.joining("", "|", "\n"))
                + cells.rows().stream().map(MarkdownReport::line).collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().map(cell -> " " + escape(cell) + " |").collect(Collectors.joining("", "|", "\n"));
    }

    /** Nothing from outside becomes markup or HTML, and no cell breaks its row. */
    private static String escape(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("([\\\\`*\\[\\]|])", "\\\\$1");
    }
}
