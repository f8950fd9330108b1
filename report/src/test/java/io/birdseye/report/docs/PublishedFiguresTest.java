package io.birdseye.report.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** README and the findings show what the committed results say. */
class PublishedFiguresTest {

    static final Path ROOT = Path.of("..");
    static final String COMMAND =
            "mvn verify -pl report -am -Dtest='Published*Test' -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dbirdseye.docs.write=true";

    private static PublishedFigures figures;

    @TempDir
    private Path folder;

    @BeforeAll
    static void read() throws IOException {
        figures = PublishedFigures.read(ROOT.resolve("docs/results"));
    }

    @Test
    void readmeShowsTheFiguresOfTheNewestRuns() throws IOException {
        assertShown(ROOT.resolve("README.md"), "finding", figures.finding());
        assertShown(ROOT.resolve("README.md"), "table", figures.few() + "\n" + figures.source());
    }

    @Test
    void theFindingsShowTheFiguresOfAllStrategies() throws IOException {
        Path page = ROOT.resolve("docs/explanation/findings.md");
        assertShown(page, "finding", figures.finding());
        assertShown(page, "table", figures.all() + "\n" + figures.source().replace("(docs/results", "(../results"));
        assertShown(page, "threads", figures.threads());
        assertShown(page, "impatient", figures.impatient());
        assertShown(page, "certainty", PublishedFindings.of(ROOT.resolve("docs")));
    }

    @Test
    void theVerdictsAreThoseOfTheLedger() throws IOException {
        Path explanation = ROOT.resolve("docs/explanation");
        assertShown(explanation.resolve("articles.md"), "ledger", PublishedFigures.ledger(explanation.resolve("claims.json")));
    }

    @Test
    void aFigureThatDiffersFromItsResultIsFound() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"),
                "<!-- figures: finding, of PublishedFiguresTest -->\n" + figures.finding().replace("26 of 29", "27 of 29") + "\n<!-- end of figures -->");

        assertThatThrownBy(() -> shown(page, "finding", figures.finding(), false)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("27 of 29");
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
