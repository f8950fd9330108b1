package io.birdseye.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.cli.terminal.ProgressLine.Verbosity;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import java.io.ByteArrayOutputStream;
import io.birdseye.report.table.Simplicity;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveComparisonTest {

    /** The first trials of a comparison with 50 requests/s. */
    private static final Path MEASURED = Path.of("src/test/resources/io/birdseye/cli/terminal/results.json");

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<Path> opened = new ArrayList<>();
    private static Results all;
    private static Results five;

    @BeforeAll
    static void readSome() throws IOException {
        all = ResultsFile.read(MEASURED);
        five = first(5, all.floor());
    }

    private static Results first(int trials, Floor floor) {
        return new Results(all.schemaVersion(), all.createdAt(), all.environment(), all.settings(), floor,
                all.trials().subList(0, trials), 7, List.of());
    }

    private LiveComparison live(boolean present) throws IOException {
        return live(present, false);
    }

    private LiveComparison live(boolean present, boolean page) throws IOException {
        PrintStream screen = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new LiveComparison(
                new ProgressLine("compare", Verbosity.NORMAL, present, true, false, 100, screen), folder, page,
                "./birdseye compare --out here", Simplicity.NONE, screen, opened::add);
    }

    private String seen() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theTableGrowsInATerminalTheBestFirst() throws IOException {
        try (LiveComparison live = live(true)) {
            live.known(five);
        }
        assertThat(seen()).contains("kept", "p50", "5 trials so far, best first");
    }

    @Test
    void withoutATerminalEachTrialIsALine() throws IOException {
        try (LiveComparison live = live(false)) {
            live.known(five);
        }
        assertThat(seen().lines()).singleElement().asString().startsWith("compare: " + five.trials().getLast().strategy() + ": ");
    }

    /** 50/s of 30 ms each take 75 % of two cores. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRateThatIsTooHighForTheMachineIsSaidOnceAsSoonAsItIsKnown(boolean present) throws IOException {
        Floor slow = new Floor(five.floor().callMs(), five.floor().combineMs(), 30);
        try (LiveComparison live = live(present)) {
            live.known(first(1, slow));
            assertThat(seen()).contains("50/s take 75 % of 2 cores", "--rate 33 ");

            bytes.reset();
            live.known(first(2, slow));
        }
        assertThat(seen()).doesNotContain("--rate");
    }

    /** 'disruptor' with the pools of the articles, which answers none of 50 requests/s in time. */
    @Test
    void aTrialWithoutAnAnswerHasNoMedian() throws IOException {
        try (LiveComparison live = live(false)) {
            live.known(first(6, all.floor()));
            assertThat(live.hasMeasured()).as("a result that was whole before").isFalse();
            live.update("block 2", 1, 2);
            assertThat(live.hasMeasured()).isTrue();
        }
        assertThat(seen()).startsWith("compare: disruptor: no right answer, 1,000 errors, ANSWERED 0.0 of 50.0/s");
    }

    @Test
    void anOpenPageIsThereAtOnceAndHasARowForEachTrial() throws IOException {
        try (LiveComparison live = live(false, true)) {
            assertThat(opened).containsExactly(folder.resolve("report.html"));
            assertThat(opened.getFirst()).content().contains("Measuring has begun", "http-equiv=\"refresh\"");

            live.known(five);
        }
        assertThat(opened).hasSize(1);
        assertThat(opened.getFirst()).content().contains("5 of 12 trials", "http-equiv=\"refresh\"")
                .contains(five.trials().stream().map(Trial::strategy).toList());
    }

    @Test
    void nobodysBrowserIsOpenedUnasked() throws IOException {
        try (LiveComparison live = live(true)) {
            live.known(five);
        }
        assertThat(opened).isEmpty();
        assertThat(folder.resolve("report.html")).doesNotExist();
    }

    @Test
    void whoeverEndsItHasAValidResultAndLearnsHowToGoOn() throws IOException {
        try (LiveComparison live = live(false)) {
            live.known(five);
            bytes.reset();
            live.interrupted();
        }
        assertThat(seen()).contains("Interrupted after 5 of 12 trials. So far: file:", "report.html",
                "To go on: ./birdseye compare --out here");
        assertThat(ResultsFile.read(folder.resolve(ResultsFile.NAME)).trialsToCome()).isEqualTo(7);
        assertThat(folder.resolve("report.html")).content()
                .contains("So far, after 5 of 12 trials: ").doesNotContain("http-equiv=\"refresh\"");
    }

    @Test
    void beforeTheFirstTrialThereIsNothingToGoOnFrom() throws IOException {
        try (LiveComparison live = live(false)) {
            live.interrupted();
        }
        assertThat(seen()).startsWith("Interrupted before the first trial was measured");
    }
}
