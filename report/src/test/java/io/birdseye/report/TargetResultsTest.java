package io.birdseye.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.birdseye.model.Budget;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.diff.Diff;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Settings.TargetUsed;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.Resources;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.MarkdownReport;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.RowFields;
import io.birdseye.report.table.TerminalTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of a service that is not Birdseye's, of which little is known. */
class TargetResultsTest {

    private static final Load LOAD = Load.open(50);
    private static final int SECONDS = 5;

    @TempDir
    private Path folder;

    private Results results(boolean upstreams, Floor floor, Resources used) {
        List<Trial> trials = new ArrayList<>();
        for (int block = 1; block <= 6; block++) {
            trials.add(slice("blocking", block, 100 + block % 3, used));
            trials.add(slice("virtual", block, 80 + block % 2, used));
        }
        Settings settings = new Settings(
                LOAD, Settings.ServiceUsed.NONE, new Settings.Run(9, SECONDS, 1, "./birdseye compare --url"), ValidityBounds.DEFAULT, null,
                new TargetUsed("http://127.0.0.1:8081", upstreams, upstreams, List.of(
                        new TargetUsed.VariantUsed("blocking", "GET http://127.0.0.1:8081/?s=blocking"),
                        new TargetUsed.VariantUsed("virtual", "GET http://127.0.0.1:8081/?s=virtual")), "", 0), Settings.Options.NONE);
        return new Results(
                Results.SCHEMA_VERSION, "2026-01-02T03:04:05Z", Samples.environment(), settings, floor, trials, null, List.of());
    }

    private static Resources unknown() {
        return new Resources(null, null, null, null, null, null, null, null, null, 0.2, null);
    }

    private Results running() {
        return results(false, new Floor(List.of(), List.of(), 0), unknown());
    }

    private Trial slice(String variant, int block, double ms, Resources used) {
        List<Histogram> seconds = new ArrayList<>();
        Histogram all = new Histogram(3);
        for (int second = 0; second < SECONDS; second++) {
            Histogram one = new Histogram(3);
            for (int i = 0; i < 50; i++) {
                one.recordValue(Math.round(1000 * ms * (1 + i / 500.0)));
            }
            seconds.add(one);
            all.add(one);
        }
        String file = "trials/" + variant + "-" + block + ".hlog";
        Samples.write(folder.resolve(file), seconds);
        Latency latency = new Latency(
                all.getMean() / 1e3, all.getValueAtPercentile(50) / 1e3, all.getValueAtPercentile(90) / 1e3, null, null, null,
                all.getMaxValue() / 1e3);
        Measured measured = Samples.measured(
                SECONDS, 50, 50, 250, 0, java.util.Map.of(), latency, latency, 1, used, List.of(), 0, 0, file);
        return new Trial(RowKey.of(variant), block, Budget.NONE, Topology.NONE, Trial.Outcome.COMPLETED, null, measured);
    }

    @Test
    void whatIsNotKnownIsADashAndNoZero() {
        ComparisonTable table = ComparisonTable.of(running(), folder);

        assertThat(table.rows()).allSatisfy(row -> {
            assertThat(row.floorMs()).isNaN();
            assertThat(row.excessMs()).isNull();
            assertThat(row.limitKnown()).isFalse();
            assertThat(row.notes()).noneMatch(note -> note.contains("mock-api"));
        });
        assertThat(new TerminalTable(200, true, true).render(table))
                .contains("variant", "not known: Birdseye does not play the services behind this one")
                .doesNotContain("strateg");
        assertThat(RowFields.csv(table).lines().skip(1)).allMatch(line -> !line.contains("Infinity") && !line.contains("NaN"));
    }

    @Test
    void slicesTogetherCarryAPercentileThatNoneCarriesAlone() {
        Row row = ComparisonTable.of(running(), folder).rows().getFirst();

        assertThat(row.name()).isEqualTo("virtual");
        assertThat(row.figures().response().p99Ms()).as("of 1500 requests").isBetween(85.0, 90.0);
        assertThat(row.figures().response().p999Ms()).as("of 1500 requests").isNull();
    }

    @Test
    void thePageAndTheMarkdownNameTheTarget() {
        ComparisonTable table = ComparisonTable.of(running(), folder);

        assertThat(Conclusion.of(table).details()).anyMatch(detail ->
                detail.contains("http://127.0.0.1:8081, which was running; slices of one process are no replicates of builds")
                        && detail.contains("--service with --blocks, which starts the process anew for each trial"));
        assertThat(Conclusion.of(table).details().getFirst()).contains("in 6 blocks of this process; ");
        assertThat(table.orderInWords()).contains("over 6 blocks of slices of one process; ", "95 % confidence, in this process.");
        assertThat(Samples.verdicts(table).path("inOneProcess").asBoolean()).isTrue();
        assertThat(new TerminalTable(200, true, true).render(table)).contains("in this process,", "against the best");
        assertThat(MarkdownReport.render(table))
                .contains("http://127.0.0.1:8081", "blocking: GET http://127.0.0.1:8081/?s=blocking", "What limits each variant")
                .doesNotContain("Where the time went", "shared memory", "HTTP threads", "strateg");
        String page = io.birdseye.report.page.ComparisonPage.render(table);
        String seenOrHeard = page.replaceAll("(?s)<(script|style)[^>]*>.*?</\\1>", "")
                .replaceAll("aria-label=\"([^\"]*)\"", ">$1<").replaceAll("<[^>]*>", " ");
        assertThat(seenOrHeard).contains("Response time of each variant").doesNotContainIgnoringCase("strateg");
        assertThat(page)
                .contains("http://127.0.0.1:8081, which was running", "not known, so neither floor nor X_max is")
                .doesNotContain("Where the time went", "Shared memory", "Infinity", "NaN ms");
    }

    @Test
    void withItsUpstreamsPlayedTheFloorIsTheSlowestCallAndTheProcessorsBoundIt() {
        Resources used = new Resources(4.0, null, null, 1.0, 3, null, 40, 200.0, 0.2, 0.2, 0.1);

        ComparisonTable table = ComparisonTable.of(results(true, new Floor(List.of(20.0, 60.0), List.of(), 0), used), folder);

        assertThat(table.rows()).allSatisfy(row -> {
            assertThat(row.floorMs()).isEqualTo(60);
            assertThat(row.limit().perSecond()).isEqualTo(500);
            assertThat(row.limit().reason()).contains("2 cores", "the threads of the service are not known");
        });
    }

    @Test
    void theFileIsValidAndCanBeReadAndCompared() throws IOException {
        Results results = running();
        Path file = Files.createDirectories(folder).resolve(ResultsFile.NAME);
        ResultsFile.write(results, file);

        try (InputStream schema = Objects.requireNonNull(ResultsFile.class.getResourceAsStream("results.schema.json"))) {
            Schema rules = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
            assertThat(rules.validate(Files.readString(file), InputFormat.JSON)).isEmpty();
        }
        assertThat(ResultsFile.read(file)).isEqualTo(results);
        Diff diff = Diff.of(
                ComparisonTable.of(results, folder), ComparisonTable.of(results, folder), new Diff.Rule(false, OptionalDouble.empty()));
        assertThat(diff.regressed()).isFalse();
        assertThat(diff.text()).contains("blocking", "virtual");
    }
}
