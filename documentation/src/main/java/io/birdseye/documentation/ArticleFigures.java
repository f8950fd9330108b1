package io.birdseye.documentation;

import io.birdseye.model.Format;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.util.stream.Collectors;

/** What {@code docs/explanation/articles.md} shows of the runs with the pools of the articles, open and with users. */
final class ArticleFigures {

    private ArticleFigures() {}

    static String of(CommittedResult arrivals, CommittedResult users) {
        ComparisonTable open = arrivals.table();
        ComparisonTable closed = users.table();
        return "| strategy | calls + combinations at once | can carry /s | because | keeps up with %s/s | p50 ms | over floor | %d users: answers/s |\n".formatted(
                        Format.setting(open.results().settings().load().ratePerSecond()), closed.results().settings().load().users())
                + "|---|--:|--:|---|---|--:|--:|--:|\n"
                + closed.rows().stream().map(row -> line(row, ComparisonFigures.find(open, row.name()))).collect(Collectors.joining())
                + "\n" + arrivals.source() + "\n\n" + users.source() + " It gives the pools, what a strategy can carry, and the last column.";
    }

    private static String line(Row row, Row atRate) {
        boolean kept = atRate.standing().keptUp();
        return "| `%s` | %d + %d | %s | %s | %s | %s | %s | %s |\n".formatted(
                row.name(), row.budget().ioConcurrency(), row.budget().cpuConcurrency(),
                Format.fixed(row.limit().perSecond(), 1), row.limit().reason(), kept ? "yes" : "no",
                Format.number(kept ? atRate.medianMs() : null),
                kept ? ComparisonFigures.fixed(atRate.timesFloor(), 2) + "×" : Format.NONE,
                ComparisonFigures.fixed(row.figure(figures -> figures.achievedPerSecond()), 1));
    }
}
