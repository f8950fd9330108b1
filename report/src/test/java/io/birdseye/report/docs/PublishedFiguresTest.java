package io.birdseye.report.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** README and the findings show what the committed results say. */
class PublishedFiguresTest {

    private static final Path ROOT = Path.of("..");
    private static final String COMMAND =
            "mvn verify -pl report -am -Dtest=PublishedFiguresTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dbirdseye.docs.write=true";

    private static PublishedFigures figures;

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
    }

    /** Between two marks of that name stands that text. */
    private static void assertShown(Path page, String name, String text) throws IOException {
        String begin = "<!-- figures: " + name + ", of PublishedFiguresTest -->\n";
        String end = "\n<!-- end of figures -->";
        String before = Files.readString(page);
        int from = before.indexOf(begin) + begin.length();
        assertThat(from).as(page + " has the mark " + begin).isGreaterThanOrEqualTo(begin.length());
        int to = before.indexOf(end, from);
        assertThat(to).as(page + " has the mark " + end).isGreaterThanOrEqualTo(from);
        if (Boolean.getBoolean("birdseye.docs.write")) {
            Files.writeString(page, before.substring(0, from) + text.strip() + before.substring(to));
        } else {
            assertThat(before.substring(from, to)).as("stale; write it anew with: " + COMMAND).isEqualTo(text.strip());
        }
    }
}
