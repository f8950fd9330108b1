package io.birdseye.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Exit;
import io.birdseye.model.Machine;
import io.birdseye.report.published.PublishedStep;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project whose {@code birdseye} is a script of the test, which notes how it was called. */
class StepRunTest {

    private static final String PAGE = "prediction.md";
    private static final MeasuringStep STEP = new MeasuringStep(
            "grid", List.of("predict", "--grid"), List.of("predict", "--short"), Set.of(Exit.FINE), List.of("strategies"), PAGE, true);

    private static final Path COMPARISON =
            Path.of("..", "docs", "results", "baec3c8a1b24-intel-xeon-processor-2-cores", "open", ResultsFile.NAME);

    @TempDir
    private Path home;

    private final Deque<String> disturbances = new ArrayDeque<>();
    private StepFolder folder;

    @BeforeEach
    void project() throws IOException {
        Files.createDirectories(home.resolve("docs/results"));
        Files.createDirectories(home.resolve("docs/explanation"));
        Files.writeString(page(), "old");
        folder = new StepFolder(home, Path.of("results/publish/abc-machine/grid"));
    }

    private Path page() {
        return home.resolve("docs/explanation").resolve(PAGE);
    }

    private Path published() {
        return home.resolve("docs/results/abc-machine/grid");
    }

    /** Writes a result and a page, prints a path of this machine, and ends with that code. */
    private void command(int code) throws IOException {
        script("""
                echo "$BIRDSEYE_NO_BUILD $@" >>calls
                echo '{"where": "'$PWD'/results"}' >"$4/calibration.json"
                echo histogram >"$4/big.hlog"
                echo new >"$6/prediction.md"
                echo "Page: file://$PWD/x.html"
                exit %d
                """.formatted(code));
    }

    private void prints(String words, int code) throws IOException {
        script("echo '" + words + "'\nexit " + code + "\n");
    }

    private void script(String lines) throws IOException {
        Path script = home.resolve("birdseye");
        Files.writeString(script, "#!/bin/sh\n" + lines);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private String run(boolean rehearse) throws Exception {
        return new StepRun(home, "abc", rehearse, () -> disturbances.isEmpty() ? "" : disturbances.remove(), _ -> {}).run(STEP, folder);
    }

    @Test
    void aWholeResultIsPublishedWithItsPageAndWithoutPathsOfThisMachine() throws Exception {
        command(0);

        assertThat(run(false)).isEmpty();

        assertThat(home.resolve("calls")).content().isEqualToIgnoringNewLines("1 predict --grid --out "
                + "results/publish/abc-machine/grid --publish results/publish/abc-machine/grid/pages");
        assertThat(page()).content().isEqualToIgnoringNewLines("new");
        assertThat(published()).isDirectoryNotContaining("glob:**.hlog");
        assertThat(published().resolve("calibration.json")).content().isEqualToIgnoringNewLines("{\"where\": \"results\"}");
        assertThat(published().resolve("output.txt")).content().isEqualToIgnoringNewLines("Page: x.html");
        PublishedStep step = PublishedStep.read(published());
        assertThat(step.command()).isEqualTo("./birdseye predict --grid");
        assertThat(step.commit()).isEqualTo("abc");
        assertThat(step.code()).containsOnlyKeys("strategies");
    }

    @Test
    void anInvalidResultIsNotPublishedAndGoesOnTheNextTime() throws Exception {
        command(3);

        assertThat(run(false)).contains("invalid", "exit code 3", "output.txt");
        assertThat(published()).doesNotExist();
        assertThat(page()).hasContent("old");

        command(0);
        assertThat(run(false)).isEmpty();
        assertThat(Files.readAllLines(home.resolve("calls"))).hasSize(2).allMatch(call -> call.contains("--out " + folder.measured()));
    }

    /** The reasons of invalid trials were lost as soon as these were measured again. */
    @Test
    void whatRefusedTriesPrintedIsPublishedWithTheResult() throws Exception {
        prints("block 1 is invalid", 3);
        assertThat(run(false)).isNotEmpty();
        prints("block 2 is invalid", 3);
        assertThat(run(false)).isNotEmpty();
        prints("all are valid", 0);
        assertThat(run(false)).isEmpty();

        assertThat(published().resolve("earlier-tries.txt")).hasContent("block 1 is invalid\nblock 2 is invalid");
        assertThat(published().resolve("output.txt")).content().isEqualToIgnoringNewLines("all are valid");
    }

    @Test
    void aFinishedStepIsNotRunAgain() throws Exception {
        command(0);
        assertThat(run(false)).isEmpty();
        assertThat(run(false)).isEmpty();

        assertThat(Files.readAllLines(home.resolve("calls"))).hasSize(1);
    }

    @Test
    void anotherCommitOfTheSameCodeIsNotMeasuredAgain() throws Exception {
        command(0);
        assertThat(run(false)).isEmpty();
        folder = new StepFolder(home, Path.of("results/publish/def-machine/grid"));

        assertThat(run(false)).isEmpty();

        assertThat(Files.readAllLines(home.resolve("calls"))).hasSize(1);
    }

    /** A report that was mended made hours of measuring start anew. */
    @Test
    void anotherCommitOfTheSameCodeGoesOnWithWhatWasMeasured() throws Exception {
        interruptedAtFirstCommit();

        assertThat(run(false)).isEmpty();

        assertThat(folder.path().resolve("calibration.json")).exists();
        assertThat(folder.path().resolve("trials/1-rx.json")).hasContent("measured");
        assertThat(folder.path().resolve("trials/settings.json")).as("names the build before").doesNotExist();
        assertThat(folder.path().resolve("trials/calibration.json")).as("names the commit before").doesNotExist();
        assertThat(home.resolve("results/publish/abc-machine/grid")).doesNotExist();
        assertThat(PublishedStep.read(home.resolve("docs/results/def-machine/grid")).outcome())
                .endsWith("; begun at abc, with the same measured code");
    }

    @Test
    void otherCodeBeginsAnew() throws Exception {
        interruptedAtFirstCommit();
        Files.writeString(Files.createDirectories(home.resolve("strategies/src/main")).resolve("Rx.java"), "class Rx {}");

        assertThat(run(false)).isEmpty();

        assertThat(folder.path().resolve("trials")).doesNotExist();
        assertThat(home.resolve("results/publish/abc-machine/grid/trials/1-rx.json")).exists();
    }

    private void interruptedAtFirstCommit() throws Exception {
        command(3);
        assertThat(run(false)).isNotEmpty();
        Path trials = Files.createDirectories(folder.path().resolve("trials"));
        Files.writeString(trials.resolve("1-rx.json"), "measured");
        Files.writeString(trials.resolve("settings.json"), "{}");
        Files.writeString(trials.resolve("calibration.json"), "{}");
        folder = new StepFolder(home, Path.of("results/publish/def-machine/grid"));
        command(0);
    }

    @Test
    void aResultWithADisturbedFloorIsNotPublishedAndTheFloorIsMeasuredAgain() throws Exception {
        Files.createDirectories(folder.path().resolve("trials"));
        Path calibration = folder.path().resolve("trials/calibration.json");
        Files.writeString(calibration, "{}");
        resultWithFloorOf(500);

        assertThat(run(false)).contains("took less time under load than a request alone", "measures the floor again");
        assertThat(published()).doesNotExist();
        assertThat(calibration).doesNotExist();

        resultWithFloorOf(100);
        assertThat(run(false)).isEmpty();
        assertThat(published().resolve("results.json")).exists();
    }

    private void resultWithFloorOf(double callMs) throws IOException {
        command(0);
        Results results = ResultsFile.read(COMPARISON);
        Results other = new Results(results.schemaVersion(), results.createdAt(), results.environment(), results.settings(),
                new Floor(Collections.nCopies(4, callMs), List.of(9.0, 9.0), 30), results.trials());
        ResultsFile.write(other, folder.path().resolve(ResultsFile.NAME));
    }

    @Test
    void nothingIsBegunBesideOtherPrograms() throws Exception {
        command(0);
        disturbances.add("others take 40 %");

        assertThat(run(false)).contains("not begun", "others take 40 %");
        assertThat(home.resolve("calls")).doesNotExist();
    }

    @Test
    void whatEndsBesideOtherProgramsIsNotPublished() throws Exception {
        command(0);
        disturbances.addAll(List.of("", "others take 40 %"));

        assertThat(run(false)).contains("at its end", "others take 40 %");
        assertThat(published()).doesNotExist();
    }

    @Test
    void aRehearsalRunsTheShortCommandAndPublishesNothing() throws Exception {
        command(0);

        assertThat(run(true)).isEmpty();

        assertThat(home.resolve("calls")).content().startsWith("1 predict --short");
        assertThat(published()).doesNotExist();
        assertThat(page()).hasContent("old");
        assertThat(PublishedStep.read(folder.path()).outcome()).contains("rehearsal");
    }

    @Test
    void aFolderNamesCommitAndMachine() {
        assertThat(StepFolder.key("abc", new Machine(2, "Intel(R) Xeon(R) Processor", 1, "", "", "")))
                .isEqualTo("abc-intel-xeon-processor-2-cores");
        assertThat(StepFolder.key("abc", new Machine(4, "AMD EPYC", 1, "", "", ""))).isEqualTo("abc-amd-epyc-4-cores");
    }
}
