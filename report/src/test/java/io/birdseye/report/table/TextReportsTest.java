package io.birdseye.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Load;
import io.birdseye.report.Reports;
import io.birdseye.report.Samples;
import io.birdseye.report.export.ExportFormat;
import io.birdseye.report.export.ExportFormat.Exported;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class TextReportsTest {

    private static final Load RATE = Load.open(50);

    @TempDir
    private static Path folder;

    private static Results single = Samples.results(RATE, List.of());
    private static Results several = single;

    @BeforeAll
    static void measureOnce() {
        single = Samples.results(RATE, Samples.nine(folder, RATE, 1));
        several = Samples.results(RATE, Samples.nine(folder, RATE, 3));
    }

    private static ComparisonTable show(Results results) {
        return ComparisonTable.of(results, folder);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 100, 120, 160})
    void noLineIsWiderThanTheTerminal(int width) {
        assertThat(new TerminalTable(width, true, true).render(show(several)).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
    }

    @Test
    void aNarrowTerminalKeepsWhatMattersMost() {
        List<String> lines = new TerminalTable(60, true, true).render(show(single)).lines().toList();

        assertThat(lines).anySatisfy(line -> assertThat(line).contains("strategy", "kept", "achieved", "p50", "p99"));
    }

    @Test
    void everyRowStandsInTheTableWithItsLimit() {
        String text = new TerminalTable(120, true, true).render(show(single));

        assertThat(text).contains("A single block: an indication, no ranking.")
                .contains("5.0/s  1 thread serves 'comments', 202 ms each: disruptor")
                .containsPattern("(?m)^disruptor +NO .* 5\\.0 ").containsPattern("(?m)^akka-async +fail ");
    }

    @Test
    void aTerminalWithoutUnicodeGetsAsciiOnly() {
        assertThat(new TerminalTable(120, false, true).render(show(single))).matches("[\\x20-\\x7e\\n]+");
    }

    @Test
    void namesCannotSteerTheTerminalOrBreakRows() {
        String text = new TerminalTable(120, true, true).render(ComparisonTable.of(Samples.hostile(folder), folder));

        assertThat(text).doesNotContain("\u001b").doesNotContain("\0");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(240));
    }

    @Test
    void theMarkdownTableHasAColumnForEachCell() {
        List<String> rows = MarkdownReport.render(show(single)).lines().filter(line -> line.startsWith("|")).toList();

        assertThat(rows).isNotEmpty();
        List<Integer> columns = rows.stream().limit(11).map(TextReportsTest::columns).distinct().toList();
        assertThat(columns).hasSize(1);
        assertThat(rows.getFirst()).contains("budget I/O+CPU", "offered /s", "mean ms", "p99 ms", "excess ms", "RSS MB");
    }

    @Test
    void markdownFromOutsideStaysText() {
        String page = MarkdownReport.render(ComparisonTable.of(Samples.hostile(folder), folder));
        String outsideTheCommand = page.replaceAll("(?s)\n````*sh\n.*?\n````*\n", "\n");

        assertThat(outsideTheCommand).doesNotContain("<script").doesNotContain("<img")
                .doesNotContainPattern("(?<!\\\\)]\\(javascript").contains("&lt;/script>");
        assertThat(outsideTheCommand.lines().filter(line -> line.startsWith("|")).limit(4).map(TextReportsTest::columns)
                .distinct()).hasSize(1);
    }

    @Test
    void allThreeFilesAreWritten() throws IOException {
        ComparisonTable shown = Reports.write(single, folder, Simplicity.NONE);

        assertThat(ResultsFile.read(folder.resolve(ResultsFile.NAME))).isEqualTo(shown.results());
        assertThat(folder.resolve(Reports.MARKDOWN)).content().startsWith(
                "# Birdseye: open, 50/s at random\n\n**None is better: 5 answered about equally fast (");
        assertThat(folder.resolve(Reports.PAGE)).content().startsWith("<!DOCTYPE html>").endsWith("</html>\n");
    }

    private static int columns(String row) {
        return row.replace("\\|", "").split("\\|", -1).length;
    }

    private Exported exported(int blocks) {
        return Exported.of(Samples.table(folder, Samples.nine(folder, RATE, blocks)));
    }

    private String written(ExportFormat format, int blocks) throws IOException {
        Path file = folder.resolve(format.toString());
        format.write(exported(blocks), file);
        return Files.readString(file);
    }

    @Test
    void bencherGetsMeasuresWithTheirIntervals() throws IOException {
        JsonNode median = ResultsFile.JSON.readTree(written(ExportFormat.BENCHER, 4)).path("executor").path("p50-ms");

        assertThat(median.path("value").asDouble()).isBetween(median.path("lower_value").asDouble(), median.path("upper_value").asDouble());
        assertThat(ResultsFile.JSON.readTree(written(ExportFormat.BENCHER, 1)).path("executor").path("p50-ms").propertyNames())
                .as("one block has no interval").containsExactly("value");
    }

    @Test
    void theActionGetsTimesOfWhichLessIsBetter() throws IOException {
        JsonNode all = ResultsFile.JSON.readTree(written(ExportFormat.GITHUB_ACTION_BENCHMARK, 4));

        assertThat(all).isNotEmpty().allSatisfy(line -> {
            assertThat(line.propertyNames()).containsExactlyInAnyOrder("name", "unit", "value", "range", "extra");
            assertThat(line.path("unit").asString()).isEqualTo("ms");
            assertThat(line.path("range").asString()).startsWith("± ");
        });
        assertThat(all).anySatisfy(line -> assertThat(line.path("name").asString()).isEqualTo("executor: ms for a request, from achievedPerSecond"));
    }

    @Test
    void otavaGetsALineForEachBlockAndFurtherResultsBelow() throws IOException {
        List<String> first = written(ExportFormat.OTAVA, 3).lines().toList();

        assertThat(first).hasSize(4);
        assertThat(first.getFirst()).startsWith("time,commit,block,").contains("executor.p50Ms");
        assertThat(first).allSatisfy(line -> assertThat(line.split(",", -1)).hasSameSizeAs(first.getFirst().split(",", -1)));
        assertThat(written(ExportFormat.OTAVA, 3).lines()).hasSize(7);
        Files.writeString(folder.resolve("other"), "time,commit,block,rx.p50Ms\n");
        assertThatThrownBy(() -> ExportFormat.OTAVA.write(exported(3), folder.resolve("other")))
                .hasMessageContaining("--export otava=").hasMessageContaining("it has other columns");
    }

    @Test
    void openMetricsAreGaugesOfOneFamilyEach() throws IOException {
        String text = written(ExportFormat.OPENMETRICS, 4);

        assertThat(text).endsWith("# EOF\n").contains("# TYPE birdseye_p50_ms gauge\n", "birdseye_p50_ms{row=\"executor\"} ", "bound=\"upper\"");
        assertThat(text.lines().filter(line -> line.startsWith("# TYPE"))).doesNotHaveDuplicates();
    }
}
