package io.birdseye.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.report.table.Simplicity;
import io.birdseye.model.Load;
import io.birdseye.model.Mutations;
import io.birdseye.model.TerminalText;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.latency.LatencyLog;
import io.birdseye.report.latency.Steadiness;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.TerminalTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged and hostile results are shown, or refused in one line; nothing else happens. */
class ResultsMutationTest {

    private static final Load RATE = Load.open(50);
    private static final List<String> JSON_PIECES = List.of(
            "{", "}", "[", "]", "\"", ":", ",", "\\", "\\u0000", "\\u001b[2J", "\\u202e", "\\ud800", "null", "true", "\"NaN\"", "-1", "0",
            "1e999", "1e-320", "9".repeat(1_200), "2147483647", "2147483648", "9223372036854775807", "-9223372036854775808",
            "\"trials\" : [ ],", "\"schemaVersion\" : 1,", "\"strategy\" : \"rx\",", "\"block\" : 1000000000,", "\"budget\" : null,",
            "\"figures\" : null,", "[".repeat(100), "{\"a\":".repeat(100), "\"" + "x".repeat(20_000) + "\"", "\0", "\u001b[2J", "é", "\n");

    @TempDir
    private Path folder;

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
        String text = new TerminalTable(120, true).render(table) + Diff.of(before, table, new Diff.Rule(false, OptionalDouble.empty())).text();
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
