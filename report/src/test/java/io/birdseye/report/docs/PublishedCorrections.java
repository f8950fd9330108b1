package io.birdseye.report.docs;

import io.birdseye.model.Format;
import io.birdseye.report.Reports;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Of section 13 of {@code docs/explanation/method.md}: what the report of a run said when it was measured, and what today's
 * code says of the same results.
 */
final class PublishedCorrections {

    private static final String RUNS = "baec3c8a1b24-intel-xeon-processor-2-cores/";

    /**
     * A run.
     *
     * @param report as it was drawn when it was measured
     */
    private record Run(String name, String report, ComparisonTable table) {

        static Run read(Path results, String step) throws IOException {
            Path folder = results.resolve(RUNS + step);
            return new Run(step, Files.readString(folder.resolve(Reports.MARKDOWN)), PublishedFigures.table(folder));
        }

        /** Words of its report. */
        String said(String words) {
            if (!report.contains(words)) {
                throw new IllegalArgumentException("the report of '" + name + "' does not say: " + words);
            }
            return "\"" + words + "\"";
        }

        Row row(String strategy) {
            return table.rows().stream().filter(row -> row.isNamed(strategy)).findFirst().orElseThrow();
        }

        String line(String point, String said, String says) {
            return "| %s | %s | %s | [%s](../results/%s%s/%s) |\n".formatted(point, said, says, name, RUNS, name, Reports.MARKDOWN);
        }
    }

    private PublishedCorrections() {}

    /** @param results the folder {@code docs/results} */
    static String table(Path results) throws IOException {
        Run open = Run.read(results, "open");
        Run closed = Run.read(results, "closed");
        Row adaptive = closed.row("adaptive");
        Double refused = adaptive.figure(figures -> figures.refusedPerSecond());
        return "| point | its report said | today's code says | data |\n|---|---|---|---|\n"
                + closed.line("ranking, closed load",
                        closed.said("No difference in median response time with 50 users in a closed loop between 26 strategies") + ", with a "
                                + closed.said("95 % interval 0.04× to 104×"),
                        ranked(closed.table()))
                + open.line("ranking, open load",
                        open.said("26 strategies, async-executor-split the first of them, answered fastest with 50/s and cannot be told apart"),
                        ranked(open.table()))
                + open.line("`disruptor`", open.said("Falling behind is what its topology predicts: X_max is 34.8/s"),
                        open.row("disruptor").whyBehind().orElseThrow())
                + open.line("`akka`", "nothing", open.row("akka").nearLimit().orElseThrow())
                + closed.line("CPU of `adaptive`",
                        Format.ms(Objects.requireNonNull(adaptive.figure(figures -> figures.resources().cpuMsPerRequest()))) + " for a request",
                        "at most %s for a right answer, beside %s refusals/s".formatted(
                                Format.ms(Objects.requireNonNull(adaptive.figure(figures -> figures.cpuMsPerAnswer()))),
                                Format.number(refused)))
                + "\n`open`: " + PublishedFigures.measured(open.table().results()) + ".\n`closed`: "
                + PublishedFigures.measured(closed.table().results()) + ".";
    }

    private static String ranked(ComparisonTable table) {
        Ranking ranking = Objects.requireNonNull(table.ranking());
        return "%d of %d are shown to be as good as the best; %s; for %d there are not enough blocks; a difference of %s would be found".formatted(
                count(ranking, Verdict.EQUIVALENT), ranking.places().size(),
                ranking.places().stream().filter(place -> place.verdict() == Verdict.SLOWER)
                        .map(place -> "`" + place.strategy() + "` is " + place.words()).collect(Collectors.joining("; ")),
                count(ranking, Verdict.UNDECIDED), Format.percent(ranking.detectableRatio() - 1));
    }

    private static long count(Ranking ranking, Verdict verdict) {
        return ranking.places().stream().filter(place -> place.verdict() == verdict).count();
    }
}
