package io.birdseye.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Load;
import io.birdseye.model.Mutations;
import io.birdseye.model.TerminalText;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.latency.LatencyLog;
import io.birdseye.report.latency.Steadiness;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LoadOutcome;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.RowFields;
import io.birdseye.report.table.Simplicity;
import io.birdseye.report.table.TerminalTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportsTest {

    private static final Load RATE = Load.open(50);

    @TempDir
    private Path folder;

    private StoredResults stored(String name, double timesFloor) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= 2; block++) {
            trials.add(Samples.trial("rx", block, Samples.pools(false, false, 60), RATE, timesFloor, own));
            trials.add(Samples.trial("akka", block, Samples.pools(false, true, 60), RATE, timesFloor * 1.1, own));
        }
        Results results = Samples.results(RATE, trials);
        ResultsFile.write(results, own.resolve(ResultsFile.NAME));
        return StoredResults.read(own);
    }

    @Test
    void joinedResultsKeepTheirHistogramsAndBlocks() throws IOException {
        Path joined = folder.resolve("joined");

        ComparisonTable table = Reports.join(List.of(stored("monday", 1.05), stored("tuesday", 1.3)), joined, Simplicity.NONE);

        assertThat(table.blocks()).isEqualTo(4);
        assertThat(table.ranking()).isNotNull();
        assertThat(table.rows()).allSatisfy(row -> {
            assertThat(row.blocks()).extracting(Row.Block::block).containsExactly(1, 2, 3, 4);
            assertThat(row.unknown()).noneMatch(note -> note.contains("histogram"));
            assertThat(row.profile()).isNotNull();
        });
        assertThat(StoredResults.read(joined).results()).isEqualTo(table.results());
        assertThat(joined.resolve("histograms")).isDirectoryContaining("glob:**/8.hlog");
        assertThat(table.results().settings().run().command()).contains(" && ");
    }

    /** A strategy that fell behind in its report was published as one that kept up, since its histograms are not. */
    @Test
    void aFileThatIsPassedOnWithoutItsHistogramsIsJudgedAsWithThem() throws IOException {
        Trial trial = Samples.trial("rx", 1, Samples.pools(false, false, 60), RATE, 1.05, folder);
        String histogram = trial.measured().course().histogram();
        Samples.write(folder.resolve(histogram), IntStream.range(0, 20).mapToObj(ReportsTest::climbing).toList());
        trial = trial.with(trial.measured().with(LatencyLog.read(folder.resolve(histogram)).course(histogram)));
        Reports.write(Samples.results(RATE, List.of(trial)), folder, Simplicity.NONE);
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.copy(folder.resolve(ResultsFile.NAME), elsewhere.resolve(ResultsFile.NAME));

        LoadOutcome standing = StoredResults.read(elsewhere).table().rows().getFirst().standing();

        assertThat(standing.grade()).isEqualTo(LoadOutcome.Grade.FELL_BEHIND);
        assertThat(standing).isEqualTo(StoredResults.read(folder).table().rows().getFirst().standing());
    }

    private static Histogram climbing(int second) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(1000 * (220 + 50L * second), 50);
        return histogram;
    }

    @Test
    void aHistogramOutsideTheFolderIsNotCopied() throws IOException {
        Path own = Files.createDirectories(folder.resolve("hostile"));
        Files.writeString(folder.resolve("secret.hlog"), "secret");
        Trial trial = Samples.trial("rx", 1, Samples.pools(false, false, 60), RATE, 1.05, own).movedTo(1, "../secret.hlog", "");
        ResultsFile.write(Samples.results(RATE, List.of(trial)), own.resolve(ResultsFile.NAME));

        ComparisonTable table = Reports.join(List.of(StoredResults.read(own)), folder.resolve("out"), Simplicity.NONE);

        assertThat(folder.resolve("out/histograms")).isEmptyDirectory();
        assertThat(table.rows().getFirst().unknown()).anyMatch(note -> note.startsWith("No histogram for block 1"));
    }

    @Test
    void theCsvHasFullFiguresAndNothingThatASpreadsheetWouldRun() {
        Trial hostile = Samples.trial("=cmd()", 1, Samples.pools(false, false, 60), RATE, 1.05, folder);
        Trial failed = Samples.failed("akka", 1, "a \"quoted\", long\nreason");

        List<String> lines = RowFields.csv(Samples.table(folder, List.of(hostile, failed))).lines().toList();

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("strategy,standing,standingReason,verdict,");
        assertThat(lines.get(1)).startsWith("'=cmd(),kept up,").contains("," + hostile.measured().response().p50Ms() + ",");
        assertThat(lines.get(2)).startsWith("akka,failed,\"a \"\"quoted\"\", long reason\",unranked,");
    }

    /** What is written first goes to the device that is always full. */
    private void fill(String file) throws IOException {
        Files.createSymbolicLink(folder.resolve(file + ".part"), Path.of("/dev/full"));
    }

    private Results results(int blocks) {
        return Samples.results(RATE, Samples.nine(folder, RATE, blocks));
    }

    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(strings = {Reports.MARKDOWN, Reports.CSV, Reports.PAGE})
    void theResultsAreWholeWhereTheDiskIsFullOnlyAfterThem(String file) throws IOException {
        Results results = results(1);
        fill(file);

        assertThatThrownBy(() -> Reports.write(results, folder, Simplicity.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.resolve(file) + " cannot be written: the disk is full: ");
        assertThat(ResultsFile.read(folder.resolve(ResultsFile.NAME))).isEqualTo(results);
        assertThat(folder.resolve(file)).doesNotExist();
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whereTheDiskIsFullTheFormerResultsStay() throws IOException {
        Results former = results(1);
        Reports.write(former, folder, Simplicity.NONE);
        Results longer = results(2);
        fill(ResultsFile.NAME);

        assertThatThrownBy(() -> Reports.write(longer, folder, Simplicity.NONE)).hasMessageContaining("the disk is full");
        assertThat(ResultsFile.read(folder.resolve(ResultsFile.NAME))).isEqualTo(former);
        assertThat(folder.resolve(Reports.PAGE)).isNotEmptyFile();
    }

    private static final List<String> JSON_PIECES = List.of(
            "{", "}", "[", "]", "\"", ":", ",", "\\", "\\u0000", "\\u001b[2J", "\\u202e", "\\ud800", "null", "true", "\"NaN\"", "-1", "0",
            "1e999", "1e-320", "9".repeat(1_200), "2147483647", "2147483648", "9223372036854775807", "-9223372036854775808",
            "\"trials\" : [ ],", "\"schemaVersion\" : 1,", "\"strategy\" : \"rx\",", "\"block\" : 1000000000,", "\"budget\" : null,",
            "\"figures\" : null,", "[".repeat(100), "{\"a\":".repeat(100), "\"" + "x".repeat(20_000) + "\"", "\0", "\u001b[2J", "é", "\n");

    @Test
    void everyMutationOfResultsIsShownOrRefusedInOneLine() throws IOException {
        String right = ResultsFile.toJson(Samples.results(RATE, Samples.nine(folder, RATE, 2)));
        Path whole = Files.writeString(folder.resolve("whole.json"), right);
        ComparisonTable before = StoredResults.read(whole).table();
        Path file = folder.resolve(ResultsFile.NAME);
        Mutations mutations = new Mutations(JSON_PIECES);
        int refused = 0;
        int mutated = Mutations.count(100);
        for (int i = 0; i < mutated; i++) {
            Files.writeString(file, mutations.of(List.of(right)));
            try {
                show(StoredResults.read(file), before);
            } catch (IOException e) {
                refused++;
                assertThat(e.getMessage()).startsWith(file.toString()).hasLineCount(1);
            } catch (RuntimeException | Error e) {
                Path kept = Files.copy(file, Files.createTempFile("results", ".json"),
                        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                throw new AssertionError("mutation " + i + " is neither shown nor refused: " + kept, e);
            }
        }
        assertThat(refused).isBetween(mutated / 5, mutated - 1);
    }

    private static void show(StoredResults results, ComparisonTable before) throws IOException {
        ComparisonTable table = results.table();
        String text = new TerminalTable(120, true, true).render(table) + Diff.of(before, table, new Diff.Rule(false, OptionalDouble.empty())).text();
        assertThat(text).isEqualTo(TerminalText.visible(text));
        Reports.draw(results.results(), results.folder(), Simplicity.NONE);
    }

    @Test
    void everyMutationOfAHistogramLogIsReadOrRefusedInOneLine() throws IOException {
        Samples.nine(folder, RATE, 1);
        String right = Files.readString(folder.resolve("histograms/rx-1.hlog"));
        List<String> pieces = List.of(
                "\n", ",", "Tag=", "Tag=response,", "#", "#[StartTime: 99999999999999 (seconds since epoch)]\n", "0.000", "-1", "1e300",
                "NaN", "Infinity", "99999999999999", "HISTFAAAA", "A", "/", "+", "=", "AAAAAAAAAAAAAAAAAAAAAAAA", "\0", "é",
                "x".repeat(100_000));
        Path file = folder.resolve("mutated.hlog");
        Mutations mutations = new Mutations(pieces);
        int refused = 0;
        int mutated = Mutations.count(300);
        for (int i = 0; i < mutated; i++) {
            Files.writeString(file, mutations.of(List.of(right)));
            try {
                LatencyLog log = LatencyLog.read(file);
                assertThat(Steadiness.judge(log.seconds()).reason()).isNotBlank();
                assertThat(log.profile().seconds()).isNotEmpty();
            } catch (IOException e) {
                refused++;
                assertThat(e.getMessage()).startsWith("mutated.hlog ").hasLineCount(1);
            }
        }
        assertThat(refused).isBetween(1, mutated - 1);
    }
}
