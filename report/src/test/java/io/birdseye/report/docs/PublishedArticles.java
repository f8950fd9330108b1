package io.birdseye.report.docs;

import io.birdseye.model.Format;
import io.birdseye.report.published.PublishedStep.Placed;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;

/** What {@code docs/explanation/articles.md} shows of the newest runs with the pools of the articles, open and with users. */
final class PublishedArticles {

    private final Placed arrivals;
    private final Placed users;
    private final ComparisonTable open;
    private final ComparisonTable closed;

    private PublishedArticles(Path results) throws IOException {
        arrivals = PublishedFigures.newest(results, "articles-open");
        users = PublishedFigures.newest(results, "articles-closed");
        open = PublishedFigures.table(arrivals.folder());
        closed = PublishedFigures.table(users.folder());
    }

    /** @param results the folder {@code docs/results} */
    static String text(Path results) throws IOException {
        PublishedArticles runs = new PublishedArticles(results);
        return runs.table() + "\n" + PublishedFigures.source(runs.arrivals)
                + "\n\n" + PublishedFigures.source(runs.users) + " It gives the pools, what a strategy can carry, and the last column.";
    }

    private String table() {
        return "| strategy | calls + combinations at once | can carry /s | because | keeps up with %s/s | p50 ms | over floor | %d users: answers/s |\n".formatted(
                        Format.setting(open.results().settings().load().ratePerSecond()), closed.results().settings().load().users())
                + "|---|--:|--:|---|---|--:|--:|--:|\n"
                + closed.rows().stream().map(this::line).collect(Collectors.joining());
    }

    private String line(Row row) {
        Row atRate = PublishedFigures.find(open, row.name());
        boolean kept = atRate.standing().keptUp();
        return "| `%s` | %d + %d | %s | %s | %s | %s | %s | %s |\n".formatted(
                row.name(), row.budget().ioConcurrency(), row.budget().cpuConcurrency(),
                Format.fixed(row.limit().perSecond(), 1), row.limit().reason(), kept ? "yes" : "no",
                Format.number(kept ? atRate.medianMs() : null),
                kept ? Format.fixed(Objects.requireNonNull(atRate.timesFloor()), 2) + "×" : Format.NONE,
                Format.fixed(Objects.requireNonNull(row.figure(figures -> figures.achievedPerSecond())), 1));
    }
}
