package io.birdseye.planning.production;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency;
import io.birdseye.scenario.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsTest {

    @TempDir
    Path folder;

    private static String shop() throws IOException {
        try (InputStream in = Objects.requireNonNull(MetricsTest.class.getResourceAsStream("shop-metrics.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private MetricsSource file(String name, String text) throws IOException {
        return new MetricsSource(Files.writeString(folder.resolve(name), text).toString(), Set.of(), Optional.empty());
    }

    private ScenarioDraft draft(Optional<Duration> over, String... texts) throws Exception {
        List<MetricsSource> sources = new ArrayList<>();
        for (String text : texts) {
            sources.add(file("metrics-" + sources.size() + ".txt", text));
        }
        return ScenarioDraft.of(Optional.empty(), sources, wanted(over, Optional.empty()));
    }

    private static ScenarioDraft.Wanted wanted(Optional<Duration> over, Optional<String> route) {
        return new ScenarioDraft.Wanted(route, over, Optional.empty(), Optional.empty());
    }

    private String refused(Optional<Duration> over, String... texts) {
        RefusedTelemetry refused = catchThrowableOfType(RefusedTelemetry.class, () -> draft(over, texts));
        assertThat(refused).as("refused").isNotNull();
        assertThat(refused.getMessage()).startsWith(folder.toString()).doesNotContain("\n");
        return refused.getMessage().substring(folder.toString().length() + 1);
    }

    @Test
    void metricsGiveCallsTimesRateAndCpu() throws Exception {
        ScenarioDraft draft = draft(Optional.empty(), shop());

        assertThat(draft.name()).isEqualTo("get-basket");
        assertThat(draft.perSecond()).isEqualTo(20);
        assertThat(draft.groups()).hasSize(1);
        ScenarioDraft.Group group = draft.groups().getFirst();
        assertThat(group.calls()).extracting(ScenarioDraft.Call::name).containsExactly("stock", "stock-2", "prices");
        assertThat(group.cpuMs()).as("4.96 s over 1,200 requests").isCloseTo(4960 / 1200.0, within(1e-9));
        assertThat(group.calls().getFirst().answer().failureRate()).isCloseTo(0.01, within(1e-9));
        assertThat(group.calls().getFirst().answer().latency()).isInstanceOfSatisfying(Latency.Lognormal.class, latency ->
                assertThat(latency.medianMs()).isCloseTo(50, within(1.0)));
        assertThat(group.calls().getFirst().remarks()).singleElement().asString()
                .contains("Called 2.00 times", "p99 above 100 ms; that of this line is");
        assertThat(group.calls().getLast().answer().latency()).as("only its mean is known").isEqualTo(new Latency.Fixed(80));
        Scenario scenario = draft.file("basket.yaml").scenario();
        assertThat(scenario.load()).isNotNull();
        assertThat(scenario.load().peak()).isEqualTo(20);
        assertThat(draft.file("basket.yaml").text()).contains(
                "Pools have to carry the busiest minute", "the service publishes no buckets", "like: stock",
                "# fill in: payload: 5kB", "# fill in: objective: { p99:", "Today p50 is");
    }

    @Test
    void aPublishedP95IsNoP99() throws Exception {
        ScenarioDraft draft = draft(Optional.empty(), """
                http_server_requests_seconds_count{method="GET",status="200",uri="/doit"} 20
                http_server_requests_seconds_sum{method="GET",status="200",uri="/doit"} 0.13
                http_server_requests_seconds{method="GET",status="200",uri="/doit",quantile="0.95"} 0.023
                http_client_requests_seconds_count{client_name="maps",method="GET",status="200",uri="/"} 3
                http_client_requests_seconds_sum{client_name="maps",method="GET",status="200",uri="/"} 0.012
                """);

        assertThat(draft.file("doit.yaml").text()).contains("above 23.0 ms", "probability: 0.15");
    }

    @Test
    void twoScrapesCountWhatIsBetweenThem() throws Exception {
        String later = Arrays.stream(shop().split("\n"))
                .map(line -> line.startsWith("#") || line.startsWith("process_uptime")
                        ? line
                        : line.substring(0, line.lastIndexOf(' ') + 1)
                                + 2.5 * Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .collect(Collectors.joining("\n"));

        ScenarioDraft draft = draft(Optional.of(Duration.ofSeconds(30)), shop(), later);

        assertThat(draft.perSecond()).isCloseTo(1200 * 1.5 / 30, within(1e-9));
        assertThat(draft.groups().getFirst().cpuMs()).isCloseTo(4960 / 1200.0, within(1e-9));
        assertThat(draft.file("a.yaml").text()).contains("between two scrapes, 30s apart");
    }

    @Test
    void aRateThatIsNotKnownIsALineToFillIn() throws Exception {
        String noUptime = shop().replaceAll("(?m)^process_uptime_seconds.*\n", "");

        assertThat(draft(Optional.empty(), noUptime).perSecond()).isNull();
        assertThat(draft(Optional.empty(), noUptime).file("a.yaml").text())
                .contains("The rate is not known: 1,200 requests", "# fill in: load: { rate: 50, arrivals: poisson }");
        assertThat(draft(Optional.of(Duration.ofMinutes(2)), noUptime).perSecond()).isEqualTo(10);
    }

    @Test
    void withoutCpuTimeTheBoundsThatTheCallsLeaveAreSaid() throws Exception {
        ScenarioDraft draft = draft(Optional.empty(), shop().replaceAll("(?m)^process_cpu_time_ns_total.*\n", ""));

        assertThat(draft.groups().getFirst().cpuMs()).isNull();
        assertThat(draft.file("a.yaml").text())
                .contains("# fill in: cpu: { time: 4ms }")
                .contains("The CPU time is not known. The mean request takes 170 ms, which leaves at most 90.0 ms");
    }

    @Test
    void otherRoutesMakeItUnknownWhichCallsBelongToThisOne() throws Exception {
        String more = shop() + """
                http_server_requests_seconds_count{method="POST",status="200",uri="/order"} 300
                http_server_requests_seconds_sum{method="POST",status="200",uri="/order"} 30
                """;
        assertThat(refused(Optional.empty(), more))
                .contains("has several routes; name one with --route", "'GET /basket' (1,200)", "'POST /order' (300)");
        for (String route : List.of("/order", "POST /order")) {
            ScenarioDraft draft = ScenarioDraft.of(
                    Optional.empty(), List.of(file("more.txt", more)), wanted(Optional.empty(), Optional.of(route)));
            assertThat(draft.perSecond()).isEqualTo(5);
            assertThat(draft.file("a.yaml").text()).contains("delete the calls that");
        }
    }

    @Test
    void openTelemetryNamesAreKnownToo() throws Exception {
        ScenarioDraft draft = draft(Optional.of(Duration.ofSeconds(10)), """
                http_server_request_duration_seconds_bucket{http_route="/a",http_request_method="GET",le="0.1"} 50
                http_server_request_duration_seconds_bucket{http_route="/a",http_request_method="GET",le="+Inf"} 100 # {trace_id="x"} 0.2
                http_client_request_duration_seconds_bucket{server_address="stock.shop",server_port="80",le="0.1"} 60 1790000000000
                http_client_request_duration_seconds_bucket{server_address="stock.shop",server_port="80",le="0.2"} 90
                http_client_request_duration_seconds_bucket{server_address="stock.shop",server_port="80",le="+Inf"} 100
                db_client_operation_duration_seconds_bucket{db_system_name="postgresql",le="0.01"} 90
                db_client_operation_duration_seconds_bucket{db_system_name="postgresql",le="0.02"} 99
                db_client_operation_duration_seconds_bucket{db_system_name="postgresql",le="+Inf"} 100
                """);

        assertThat(draft.perSecond()).isEqualTo(10);
        assertThat(draft.groups().getFirst().calls()).extracting(ScenarioDraft.Call::name).containsExactly("stock", "postgresql");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "<!DOCTYPE html>                        | metrics-0.txt:1: '<!DOCTYPE html>' is no sample",
        "up{job=\"a\" 1                         | metrics-0.txt:1: 'up{job=\"a\" 1' is no sample",
        "up{job=\"a                             | is no sample",
        "up{job=\"a\",job=\"b\"} 1              | has a label twice",
        "up many                                | metrics-0.txt:1: 'many' is no number",
        "up                                     | 'up' is no sample",
        "# nothing                              | metrics-0.txt: holds no sample",
        "up 1                                   | metrics-0.txt: counts no request; known are http_server_request_duration_seconds",
    })
    void whatIsNotPrometheusTextIsNamedWithItsLine(String text, String problem) {
        assertThat(refused(Optional.empty(), text)).contains(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "le=\"0.5\"} 1190    | le=\"0.5\"} 890  | metrics-0.txt:5: counts 890, less than the bucket before with 900",
        "le=\"0.5\"} 1190    | le=\"0.5\"} NaN  | metrics-0.txt:5: counts NaN, but allowed is a number from 0",
        "le=\"0.5\"} 1190    | le=\"0.5\"} -1   | metrics-0.txt:5: counts -1.0, but allowed is a number from 0",
        "le=\"0.5\"} 1190    | le=\"half\"} 1190| metrics-0.txt:5: has the bound le='half'",
        "le=\"0.5\"} 1190    | le=\"0.2\"} 1190 | metrics-0.txt:5: has 'http_server_requests_seconds_bucket' with the same labels",
    })
    void aHistogramThatCannotBeIsNamedWithItsLine(String good, String bad, String problem) throws IOException {
        assertThat(refused(Optional.empty(), shop().replace(good, bad))).startsWith(problem);
    }

    /** Some programs leave out the bucket without a bound, whose value is the count. */
    @Test
    void theCountStandsForTheBucketWithoutABound() throws Exception {
        String text = shop().replaceAll(".*le=\"\\+Inf\".*\\n", "");

        assertThat(draft(Optional.empty(), text).file("a.yaml").text()).isEqualTo(draft(Optional.empty(), shop()).file("a.yaml").text());
        assertThat(refused(Optional.empty(), text.replaceAll("(?m)^http_server_requests_seconds_count.*\\n", "")))
                .contains("is the last bucket of its histogram, which needs one with le=\"+Inf\", or a _count");
    }

    @Test
    void scrapesThatDoNotBelongTogetherAreRefused() throws IOException {
        assertThat(refused(Optional.empty(), shop(), shop())).contains("metrics-1.txt", "is the second scrape; --over says");
        assertThat(refused(Optional.of(Duration.ofSeconds(5)), shop(), shop().replace("} 1200", "} 200")))
                .startsWith("metrics-1.txt:6: ").contains("fell from 1200.0 to 200.0", "restarted");
        assertThat(refused(Optional.of(Duration.ofSeconds(5)), shop(), shop())).contains("nothing was counted between the two scrapes");
        assertThat(refused(Optional.of(Duration.ofSeconds(5)), shop(), shop(), shop())).contains("allowed are one file");
    }

    @Test
    void aHistogramThatSaysNothingAboutTimesIsRefused() {
        assertThat(refused(Optional.empty(), "http_server_requests_seconds_bucket{uri=\"/a\",le=\"+Inf\"} 5"))
                .contains("metrics-0.txt:1: has neither buckets nor a sum");
    }

    @Test
    void aHistogramWithoutCallsIsAnsweredWithWhatIsThere() throws IOException {
        assertThat(refused(Optional.empty(), shop().replace("http_client_requests", "jobs_run")))
                .contains("counts no call", "there is http_server_requests_seconds, jobs_run_seconds");
    }

    @Test
    void tracesGiveTheTreeAndMetricsTheRate() throws Exception {
        TraceFile traces = new TraceFile();
        String root = traces.request("/basket", 0, 100);
        traces.call(root, "stock", 5, 60);
        traces.endTrace();

        ScenarioDraft draft = ScenarioDraft.of(
                Optional.of(traces.write(folder.resolve("traces.json"))), List.of(file("metrics.txt", shop())),
                ScenarioDraft.Wanted.ALL);

        assertThat(draft.perSecond()).isEqualTo(20);
        assertThat(draft.groups().getFirst().calls()).extracting(ScenarioDraft.Call::name).containsExactly("stock");
        assertThat(draft.file("a.yaml").text()).contains("By the metrics the process takes 4.13 ms of CPU");
    }
}
