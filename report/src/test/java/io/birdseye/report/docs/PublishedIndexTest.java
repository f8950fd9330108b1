package io.birdseye.report.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Machine;
import io.birdseye.report.published.MeasuredCode;
import io.birdseye.report.published.PublishedStep;
import io.birdseye.report.published.PublishedStep.Placed;
import io.birdseye.report.result.Environment;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every published result says what it is of, and readers are told which are older than the code. */
class PublishedIndexTest {

    /** Pages whose figures come from a step. */
    private static final Map<String, String> STEP_OF_PAGE = new TreeMap<>(Map.of(
            "explanation/claims.md", "claims", "explanation/overload.md", "overload", "explanation/performance.md", "bench",
            "explanation/prediction.md", "grid", "explanation/reliability.md", "campaign", "explanation/soak.md", "soak"));

    private static final Path RESULTS = PublishedFiguresTest.ROOT.resolve("docs/results");
    private static final String STALE = "stale.txt";
    private static final boolean WRITE = Boolean.getBoolean("birdseye.docs.write");
    private static final Pattern COMMIT = Pattern.compile("commit `?[0-9a-f]{7,12}\\b");
    private static final Pattern DATE = Pattern.compile("20\\d\\d-\\d\\d-\\d\\d");
    private static final Pattern MACHINE = Pattern.compile("[Cc]ores? (\\(|of an? )|[Cc]ores, ");
    private static final Pattern COMMAND = Pattern.compile("\\./birdseye (claims|compare|overload|soak|predict|bench)");

    private static List<Placed> all;

    @BeforeAll
    static void read() throws IOException {
        all = PublishedStep.all(RESULTS);
        if (WRITE) {
            forgetWhatIsNoLongerStale();
        }
    }

    private static void forgetWhatIsNoLongerStale() throws IOException {
        SortedMap<String, String> stale = PublishedIndex.stale(all, MeasuredCode.of(PublishedFiguresTest.ROOT));
        Path file = RESULTS.resolve(STALE);
        Files.write(file, Files.readAllLines(file).stream()
                .filter(line -> line.isBlank() || line.startsWith("#") || stale.containsKey(line.split(" ")[1]))
                .toList());
    }

    @Test
    void aResultThatIsOlderThanItsCodeIsListedAndNoOtherIs() throws IOException {
        SortedMap<String, String> stale = PublishedIndex.stale(all, MeasuredCode.of(PublishedFiguresTest.ROOT));
        SortedMap<String, PublishedIndex.Known> known = PublishedIndex.known(RESULTS.resolve(STALE));

        SortedMap<String, String> unlisted = new TreeMap<>(stale);
        unlisted.keySet().removeAll(known.keySet());
        assertThat(unlisted).as("code has changed since these were measured: measure them anew with './birdseye publish', or tell"
                + " readers with a line 'DATE NAME REASON' in docs/results/" + STALE).isEmpty();
        assertThat(stale.keySet()).as("no longer stale: take the others out of docs/results/" + STALE).containsAll(known.keySet());
    }

    @Test
    void whatChangedIsStale() {
        Machine machine = new Machine(2, "a processor", 1, "", "", "25");
        PublishedStep step = new PublishedStep(
                "soak", "./birdseye soak", "abc", "2026-11-24T12:00:00Z", machine, "", new TreeMap<>(Map.of("service", "1")));
        List<Placed> one = List.of(new Placed(Path.of("abc-a-processor", "soak"), step));

        assertThat(PublishedIndex.stale(one, Map.of("service", "1"))).isEmpty();
        assertThat(PublishedIndex.stale(one, Map.of("service", "2"))).containsExactly(Map.entry("abc-a-processor/soak", "service"));
        assertThat(PublishedIndex.page(one, new TreeMap<>(Map.of("abc-a-processor/soak", new PublishedIndex.Known("2026-11-25", "why")))))
                .contains("**stale**, known since 2026-11-25: why", "`./birdseye soak`", "[soak](abc-a-processor/soak/output.txt)");
    }

    @Test
    void theIndexShowsEveryResult() throws IOException {
        String page = PublishedIndex.page(all, PublishedIndex.known(RESULTS.resolve(STALE)));
        Path index = RESULTS.resolve("index.md");
        if (WRITE) {
            Files.writeString(index, page);
        }
        assertThat(index).as("stale; write it anew with: " + PublishedFiguresTest.COMMAND).hasContent(page.stripTrailing());
    }

    @Test
    void everyResultHasItsStep() throws IOException {
        try (Stream<Path> files = Files.find(RESULTS, 4, (file, _) -> file.endsWith(ResultsFile.NAME))) {
            assertThat(files.map(Path::getParent)).containsExactlyInAnyOrderElementsOf(
                    all.stream().map(Placed::folder).map(Path::normalize).filter(folder -> Files.exists(folder.resolve(ResultsFile.NAME)))
                            .map(folder -> RESULTS.resolve(RESULTS.normalize().relativize(folder))).toList());
        }
    }

    @Test
    void aStepAndItsFiguresAreOfOneCommitAndOneProcessor() throws IOException {
        for (Placed placed : all) {
            Path results = placed.folder().resolve(ResultsFile.NAME);
            if (Files.exists(results)) {
                Environment at = ResultsFile.read(results).environment();
                assertThat(at.commit()).as(placed.name()).isEqualTo(placed.step().commit());
                assertThat(at.cpuModel()).as(placed.name()).isEqualTo(placed.step().machine().cpuModel());
            }
            assertThat(placed.name()).startsWith(placed.step().commit().replace("+changes", "") + "-").endsWith("/" + placed.step().step());
        }
    }

    @Test
    void everyPageWithTheFiguresOfAStepHasAResultOfIt() {
        assertThat(all).extracting(placed -> placed.step().step()).containsAll(STEP_OF_PAGE.values());
    }

    static Stream<String> pages() {
        return Stream.concat(STEP_OF_PAGE.keySet().stream(), Stream.of("../README.md", "explanation/articles.md",
                "explanation/findings.md", "explanation/later-jdks.md", "explanation/method.md"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void aPageWithFiguresNamesCommitMachineDateAndCommand(String page) throws IOException {
        String text = Files.readString(RESULTS.resolve("..").resolve(page));
        assertThat(text).as(page).containsPattern(COMMIT).containsPattern(DATE).containsPattern(MACHINE).containsPattern(COMMAND);
    }
}
