package io.birdseye.report.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Machine;
import io.birdseye.report.published.PublishedStep;
import io.birdseye.report.published.PublishedStep.Placed;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** README and the pages of explanation show what the committed results say. */
class PublishedFiguresTest {

    static final Path ROOT = Path.of("..");
    private static final Path RESULTS = ROOT.resolve("docs/results");
    private static final Path EXPLANATION = ROOT.resolve("docs/explanation");
    static final String COMMAND =
            "mvn verify -pl report -am -Dtest='Published*Test' -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dbirdseye.docs.write=true";

    private static final String END = "\n<!-- end of figures -->";

    /** What tests and commands write into pages. */
    private static final Pattern WRITTEN = Pattern.compile(
            "(?s)<!-- (\\w+): .*?<!-- end of (?:\\1|figures) -->|<!-- bench:begin -->.*?<!-- bench:end -->");

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
        assertShown(ROOT.resolve("README.md"), "table", figures.few());
    }

    @Test
    void theFindingsShowTheFiguresOfAllStrategies() throws IOException {
        Path page = EXPLANATION.resolve("findings.md");
        assertShown(page, "finding", figures.finding());
        assertShown(page, "table", figures.open());
        assertShown(page, "primitive", figures.primitiveOpen());
        assertShown(page, "users", figures.closed());
        assertShown(page, "primitiveUsers", figures.primitiveClosed());
        assertShown(page, "threads", figures.threads());
        assertShown(page, "impatient", figures.impatient());
        assertShown(page, "certainty", PublishedFindings.of(ROOT.resolve("docs")));
    }

    @Test
    void theVerdictsAreThoseOfTheLedger() throws IOException {
        Path claims = EXPLANATION.resolve("claims.json");
        assertShown(EXPLANATION.resolve("articles.md"), "ledger", PublishedFigures.ledger(claims));
        assertShown(EXPLANATION.resolve("articles.md"), "verdicts", PublishedClaims.table(claims));
        assertShown(EXPLANATION.resolve("articles.md"), "disagreements", PublishedClaims.disagreements(ledgers()));
    }

    @Test
    void everyEntryOfTheLedgerIsThatOfAResult() throws IOException {
        Set<JsonNode> measured = new HashSet<>();
        for (Placed ledger : ledgers()) {
            ResultsFile.JSON.readTree(Files.readString(ledger.folder().resolve("ledger.json"))).path("entries").forEach(measured::add);
        }
        assertThat(ResultsFile.JSON.readTree(Files.readString(EXPLANATION.resolve("claims.json"))).path("entries")).isSubsetOf(measured);
    }

    private static List<Placed> ledgers() throws IOException {
        return PublishedStep.all(RESULTS).stream().filter(placed -> placed.step().step().equals("claims")).toList();
    }

    @Test
    void thePageOfTheArticlesShowsTheRunsWithTheirPools() throws IOException {
        assertShown(EXPLANATION.resolve("articles.md"), "pools", PublishedArticles.text(RESULTS));
    }

    @Test
    void theMethodComparesFourInjectorsWithOne() throws IOException {
        assertShown(EXPLANATION.resolve("method.md"), "injectors", PublishedFigures.injectors(RESULTS));
    }

    @Test
    void thePageOfLaterJdksShowsTheFiguresOfTheAxes() throws IOException {
        assertShown(EXPLANATION.resolve("later-jdks.md"), "axes", PublishedAxes.read(RESULTS).text());
    }

    @Test
    void theMethodShowsWhatIsConcludedTodayFromAnOldResult() throws IOException {
        assertShown(EXPLANATION.resolve("method.md"), "corrections", PublishedCorrections.table(RESULTS));
    }

    @ParameterizedTest
    @CsvSource({"overload, overload.md", "soak, soak.md", "proof, method.md"})
    void aPageShowsWhatTheCommandOfItsStepPrinted(String step, String page) throws IOException {
        assertShown(EXPLANATION.resolve(page), step, PublishedFigures.printed(PublishedFigures.newest(RESULTS, step)));
    }

    @ParameterizedTest
    @CsvSource({"bench, performance.md", "grid, prediction.md"})
    void aPageNamesTheRunOfItsTables(String step, String page) throws IOException {
        assertShown(EXPLANATION.resolve(page), step, PublishedFigures.run(PublishedFigures.newest(RESULTS, step).step()));
    }

    /** The commands write these tables, into the page and into their result. */
    @ParameterizedTest
    @CsvSource({"grid, prediction.md, output.txt", "replicas, prediction.md, output.txt", "campaign, reliability.md, reliability.md"})
    void aTableThatACommandWroteIsThatOfItsResult(String step, String page, String file) throws IOException {
        String table = WRITTEN.matcher(Files.readString(EXPLANATION.resolve(page))).results()
                .filter(each -> step.equals(each.group(1))).map(MatchResult::group).findFirst().orElseThrow();

        assertThat(rows(table)).hasSizeGreaterThan(3)
                .isEqualTo(rows(Files.readString(PublishedFigures.newest(RESULTS, step).folder().resolve(file))));
    }

    @Test
    void thePageOfReliabilityHasTheTriesOfItsTable() throws IOException {
        assertThat(EXPLANATION.resolve("reliability.json"))
                .hasSameTextualContentAs(PublishedFigures.newest(RESULTS, "campaign").folder().resolve("reliability.json"));
    }

    @Test
    void aRunIsShownWithItsOutputCommitMachineAndCommand() throws IOException {
        Path result = Files.createDirectories(folder.resolve("abc1234-a-processor-2-cores/overload"));
        new PublishedStep("overload", "./birdseye overload", "abc1234", "2026-11-25T12:00:00Z",
                new Machine(2, "a processor", 16_000_000_000L, "an OS", "a kernel", "25.0.3+9-LTS"), "a target was missed", new TreeMap<>()).write(result);
        Files.writeString(result.resolve("output.txt"), "100 rounds, 20 s left, 0 findings\ncapacity 50.1 requests/s\n");

        assertThat(PublishedFigures.printed(PublishedFigures.newest(folder, "overload"))).isEqualTo("""
                Measured on 2026-11-25 at commit `abc1234` on 2 cores (a processor), 16 GB, an OS, kernel a kernel, JDK 25.0.3+9-LTS, by `./birdseye overload`: a target was missed.

                ```text
                capacity 50.1 requests/s
                ```""");
    }

    /** What is asked for is no figure: latencies, sizes, the level of an interval. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "docs/explanation/articles.md | ", "docs/explanation/later-jdks.md | ",
        "docs/explanation/findings.md | 200 ms, 5 MB, 95 %", "README.md | 200 ms, 5 MB, 600 MB",
        "docs/explanation/overload.md | 200 ms", "docs/explanation/performance.md | ", "docs/explanation/soak.md | 64 MB",
        "docs/explanation/prediction.md | 100 ms, 200 ms, 400 ms, 5/s, 15/s, 5 %, 10 %, 15 %, 30 %, 70 %, 90 %, 95 %, 100 %",
        "docs/explanation/reliability.md | ", "examples/spring-boot/README.md | 1 MB"})
    void noFigureStandsOutsideOfItsMarks(String page, String settings) throws IOException {
        String byHand = WRITTEN.matcher(Files.readString(ROOT.resolve(page))).replaceAll("").replaceAll("(?s)```.*?```", "");
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

    private static List<String> rows(String text) {
        return text.lines().filter(line -> line.startsWith("|")).toList();
    }

    /** Between two marks of that name stands that text. */
    private static void assertShown(Path page, String name, String text) throws IOException {
        shown(page, name, text, Boolean.getBoolean("birdseye.docs.write"));
    }

    private static void shown(Path page, String name, String text, boolean write) throws IOException {
        String shown = between(page, name);
        if (write) {
            String begin = begin(name);
            Files.writeString(page, Files.readString(page).replace(begin + shown + END, begin + text.strip() + END));
        } else {
            assertThat(shown).as("stale; write it anew with: " + COMMAND).isEqualTo(text.strip());
        }
    }

    private static String between(Path page, String name) throws IOException {
        String text = Files.readString(page);
        assertThat(text).as(page + " has the marks of " + name).containsSubsequence(begin(name), END);
        int from = text.indexOf(begin(name)) + begin(name).length();
        return text.substring(from, text.indexOf(END, from));
    }

    private static String begin(String name) {
        return "<!-- figures: " + name + ", of PublishedFiguresTest -->\n";
    }
}
