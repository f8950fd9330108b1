package io.birdseye.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.model.Load;
import io.birdseye.report.Samples;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ExportFormatTest {

    private static final Load RATE = Load.open(50);

    @TempDir
    private Path folder;

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
