package io.birdseye.report.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.report.published.PublishedStep;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** README and the pages of explanation show what the committed results say. */
class PublishedFiguresTest {

    static final Path ROOT = Path.of("..");
    private static final Path RESULTS = ROOT.resolve("docs/results");
    private static final Path EXPLANATION = ROOT.resolve("docs/explanation");
    static final String COMMAND =
            "mvn verify -pl report -am -Dtest='Published*Test' -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dbirdseye.docs.write=true";

    private static PublishedFigures figures;

    @TempDir
    private Path folder;

    @BeforeAll
    static void read() throws IOException {
        figures = PublishedFigures.read(RESULTS);
    }

    @Test
    void readmeShowsTheFiguresOfTheNewestRuns() throws IOException {
        assertShown(ROOT.resolve("README.md"), "finding", figures.finding());
        assertShown(ROOT.resolve("README.md"), "table", figures.few() + "\n" + figures.source());
    }

    @Test
    void theFindingsShowTheFiguresOfAllStrategies() throws IOException {
        Path page = EXPLANATION.resolve("findings.md");
        assertShown(page, "finding", figures.finding());
        assertShown(page, "table", figures.all() + "\n" + figures.source().replace("(docs/results", "(../results"));
        assertShown(page, "threads", figures.threads());
        assertShown(page, "impatient", figures.impatient());
        assertShown(page, "certainty", PublishedFindings.of(ROOT.resolve("docs")));
    }

    @Test
    void theVerdictsAreThoseOfTheLedger() throws IOException {
        Path claims = EXPLANATION.resolve("claims.json");
        assertShown(EXPLANATION.resolve("articles.md"), "ledger", PublishedFigures.ledger(claims));
        assertShown(EXPLANATION.resolve("articles.md"), "verdicts", PublishedClaims.table(claims));
    }

    @Test
    void thePageOfLaterJdksShowsTheFiguresOfTheAxes() throws IOException {
        assertShown(EXPLANATION.resolve("later-jdks.md"), "axes", PublishedAxes.read(RESULTS).text());
    }

    @Test
    void theMethodShowsWhatIsConcludedTodayFromAnOldResult() throws IOException {
        assertShown(EXPLANATION.resolve("method.md"), "corrections", PublishedCorrections.table(RESULTS));
    }

    /** What is asked for is no figure: latencies, sizes, the level of an interval. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "docs/explanation/articles.md | ", "docs/explanation/later-jdks.md | ",
        "docs/explanation/findings.md | 200 ms, 5 MB, 95 %", "README.md | 200 ms, 5 MB, 600 MB"})
    void noFigureStandsOutsideOfItsMarks(String page, String settings) throws IOException {
        String byHand = Files.readString(ROOT.resolve(page))
                .replaceAll("(?s)<!-- figures: .*?<!-- end of figures -->|```.*?```", "");
        for (String setting : settings == null ? new String[0] : settings.split(", ")) {
            byHand = byHand.replaceAll("(?<!\\d)" + setting, "");
        }

        assertThat(byHand).as("%s: take the figure from its result, between two marks", page)
                .doesNotContainPattern("\\d (ms|MB|%)|\\d×|\\d/s");
    }

    @Test
    void aResultThatChangesMakesItsPagesStale() throws IOException {
        String axes = PublishedFigures.newest(RESULTS, "axes").name();
        Path changed = Files.createDirectories(folder.resolve(axes));
        for (String file : List.of(PublishedStep.NAME, ResultsFile.NAME)) {
            Files.writeString(changed.resolve(file),
                    Files.readString(RESULTS.resolve(axes).resolve(file)).replaceAll("(?<=\"p50Ms\" : )\\d", "9"));
        }
        Path claims = Files.writeString(folder.resolve("claims.json"),
                Files.readString(EXPLANATION.resolve("claims.json")).replaceAll("(?<=\"value\" : )\\d", "9"));

        assertThatThrownBy(() -> shown(EXPLANATION.resolve("later-jdks.md"), "axes", PublishedAxes.read(folder).text(), false))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> shown(EXPLANATION.resolve("articles.md"), "verdicts", PublishedClaims.table(claims), false))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aFigureThatDiffersFromItsResultIsFound() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"),
                "<!-- figures: finding, of PublishedFiguresTest -->\n" + figures.finding().replaceFirst("\\d+ of", "999 of") + "\n<!-- end of figures -->");

        assertThatThrownBy(() -> shown(page, "finding", figures.finding(), false)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("999 of");
        shown(page, "finding", figures.finding(), true);
        shown(page, "finding", figures.finding(), false);
    }

    /** Between two marks of that name stands that text. */
    private static void assertShown(Path page, String name, String text) throws IOException {
        shown(page, name, text, Boolean.getBoolean("birdseye.docs.write"));
    }

    private static void shown(Path page, String name, String text, boolean write) throws IOException {
        String begin = "<!-- figures: " + name + ", of PublishedFiguresTest -->\n";
        String end = "\n<!-- end of figures -->";
        String before = Files.readString(page);
        int from = before.indexOf(begin) + begin.length();
        assertThat(from).as(page + " has the mark " + begin).isGreaterThanOrEqualTo(begin.length());
        int to = before.indexOf(end, from);
        assertThat(to).as(page + " has the mark " + end).isGreaterThanOrEqualTo(from);
        if (write) {
            Files.writeString(page, before.substring(0, from) + text.strip() + before.substring(to));
        } else {
            assertThat(before.substring(from, to)).as("stale; write it anew with: " + COMMAND).isEqualTo(text.strip());
        }
    }
}
