package io.birdseye.report.docs;

import io.birdseye.model.Format;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;

/** What {@code docs/explanation/articles.md} shows of the newest runs with the pools of the articles, open and with users. */
final class PublishedArticles {

    private final String openName;
    private final String closedName;
    private final ComparisonTable open;
    private final ComparisonTable closed;

    private PublishedArticles(Path results) throws IOException {
        var arrivals = PublishedFigures.newest(results, "articles-open");
        var users = PublishedFigures.newest(results, "articles-closed");
        openName = arrivals.name();
        closedName = users.name();
        open = PublishedFigures.table(arrivals.folder());
        closed = PublishedFigures.table(users.folder());
    }

    /** @param results the folder {@code docs/results} */
    static String text(Path results) throws IOException {
        PublishedArticles runs = new PublishedArticles(results);
        return runs.table() + "\n" + runs.source();
    }

    private String table() {
        return "| strategy | calls + combinations at once | can carry /s | because | keeps up with %s/s | p50 ms | over floor | %d users: answers/s |\n".formatted(
                        Format.setting(open.results().settings().load().ratePerSecond()), closed.results().settings().load().users())
                + "|---|--:|--:|---|---|--:|--:|--:|\n"
                + closed.rows().stream().map(this::line).collect(Collectors.joining());
    }

    private String line(Row users) {
        Row arrivals = open.rows().stream().filter(row -> row.name().equals(users.name())).findFirst().orElseThrow();
        boolean kept = arrivals.standing().keptUp();
        return "| `%s` | %d + %d | %s | %s | %s | %s | %s | %s |\n".formatted(
                users.name(), users.budget().ioConcurrency(), users.budget().cpuConcurrency(),
                Format.fixed(users.limit().perSecond(), 1), users.limit().reason(), kept ? "yes" : "no",
                Format.number(kept ? arrivals.medianMs() : null),
                kept ? Format.fixed(Objects.requireNonNull(arrivals.timesFloor()), 2) + "×" : Format.NONE,
                Format.fixed(Objects.requireNonNull(users.figure(figures -> figures.achievedPerSecond())), 1));
    }

    private String source() {
        return "%s ([all figures](../results/%s/report.md)); the last column, and what a strategy can carry, by `%s` ([all figures](../results/%s/report.md))."
                .formatted(PublishedFigures.measured(open.results()), openName, PublishedFigures.command(closed.results()), closedName);
    }
}
