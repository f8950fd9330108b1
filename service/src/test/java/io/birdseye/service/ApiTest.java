package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.Stderr;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Isolated // it looks at what the JVM shares
class ApiTest {

    @AutoClose
    private static RunningService service = new RunningService();

    private static FakeUpstream upstream = service.upstream();

    @BeforeEach
    void behaveWell() {
        upstream.behaveWell();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/strategies", "/health/live", "/health/ready", "/metrics", "/openapi.json", "/internal/resources",
                "/internal/process", "/",
                "/page/front.js", "/page/waterfall.js", "/page/style.css", "/page/icon.svg", "/problems",
                "/problems/overloaded"
            })
    void everyAnswerTellsHowLongItTook(String path) {
        HttpResponse<String> response = service.get(path);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Server-Timing").orElseThrow()).startsWith("total;dur=");
        assertThat(response.headers().firstValue("Cache-Control"))
                .hasValue(path.equals("/") || path.startsWith("/page") ? "no-cache" : "no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"executor", "http-async"})
    void theTraceOfAClientGoesOnToTheUpstreams(String strategy) {
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

        service.get("/overview/" + strategy + "?sharedMemory=0", "traceparent", parent, "tracestate", "a=1");
        assertThat(upstream.headers("traceparent")).containsOnly(parent).hasSize(4);
        assertThat(upstream.headers("tracestate")).containsOnly("a=1").hasSize(4);

        upstream.behaveWell();
        service.get("/overview/" + strategy + "?sharedMemory=0", "traceparent", parent.replace("00-", "ff-"));
        service.get("/overview/" + strategy + "?sharedMemory=0", "tracestate", "a=1");
        assertThat(upstream.headers("traceparent")).isEmpty();
        assertThat(upstream.headers("tracestate")).isEmpty();
    }

    @Test
    void aLoadTestOnAnotherMachineLearnsWhatTheProcessAndItsMachineDid() {
        JsonNode report = service.json("/internal/process");

        assertThat(report.get("cpuNanos").longValue()).isPositive();
        assertThat(report.at("/sample/nanos").isNumber()).isTrue();
        assertThat(report.at("/machine/cores").intValue()).isPositive();
    }

    @Test
    void theListOfStrategiesSaysWhatEachIsAndWhatItMakesOfABudget() {
        JsonNode list = service.json("/strategies?ioPoolSize=3&cpuPoolSize=5");

        List<StrategyEntry> entries = Strategies.load().all();
        assertThat(list).hasSameSizeAs(entries);
        for (int i = 0; i < entries.size(); i++) {
            StrategyEntry entry = entries.get(i);
            JsonNode described = list.get(i);
            assertThat(described.get("name").stringValue()).isEqualTo(entry.name());
            assertThat(described.get("summary").stringValue()).isEqualTo(entry.info().summary());
            assertThat(described.get("blocksHttpThread").booleanValue()).isEqualTo(entry.blocksHttpThread());
            assertThat(described.at("/budget/ioConcurrency").intValue()).isEqualTo(3);
            assertThat(described.at("/budget/cpuConcurrency").intValue()).isEqualTo(5);
            assertThat(described.at("/topology/ioPerCall").isArray()).isTrue();
            assertThat(described.get("publishedBudget").isNull()).isEqualTo(entry.info().publishedIo() == 0);
        }
    }

    @Test
    void aTraceTellsWhoDidWhatAndWhatTheAnswerWas() {
        JsonNode trace = service.json("/trace/executor?sharedMemory=0&userId=3&factor=2");

        assertThat(trace.get("httpThreadBlocked").booleanValue()).isTrue();
        assertThat(trace.get("httpThreadReleasedMs").isNull()).isTrue();
        assertThat(trace.get("callsHoldThreads").booleanValue()).isTrue();
        assertThat(trace.get("tasks")).hasSize(7);
        assertThat(trace.get("answer")).isEqualTo(service.json("/overview/executor?sharedMemory=0&userId=3&factor=2"));
    }

    @Test
    void aSuspendedRequestGivesItsHttpThreadBackBeforeItIsAnswered() {
        service.get("/trace/http-async?sharedMemory=0");
        JsonNode trace = service.json("/trace/http-async?sharedMemory=0");

        assertThat(trace.get("httpThreadBlocked").booleanValue()).isFalse();
        assertThat(trace.get("callsHoldThreads").booleanValue()).isFalse();
        JsonNode released = trace.get("httpThreadReleasedMs");
        assertThat(released.isNull() || released.doubleValue() <= trace.get("totalMs").doubleValue()).isTrue();
    }

    @Test
    void theFrontPageMayLoadNothingButItsOwnFiles() {
        HttpResponse<String> page = service.get("/");

        assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'").doesNotContain("unsafe");
        assertThat(page.body()).doesNotContain("<script>", "style=", "onclick=", "http://", "https://");
    }

    @Test
    void readingTheMetricsAgainPrintsNothing() throws Exception {
        String stderr = Stderr.during(() -> {
            try (RunningService fresh = new RunningService(upstream)) {
                fresh.get("/metrics");
                fresh.get("/metrics");
            }
        });
        assertThat(stderr).doesNotContain("already registered");
    }

    @Test
    void metricsSpeakOpenTelemetrysNames() {
        service.get("/overview/sequential?sharedMemory=0");
        service.get("/overview/sequential?userId=11");

        String metrics = service.metricsWith(
                "http_server_request_duration_seconds_count{http_request_method=\"GET\","
                        + "http_response_status_code=\"200\",http_route=\"/overview/{strategy}\","
                        + "strategy=\"sequential\",url_scheme=\"http\"} ",
                "http_server_request_duration_seconds_count{http_request_method=\"GET\","
                        + "http_response_status_code=\"400\"",
                "birdseye_requests_in_progress{strategy=\"sequential\"} 0");

        assertThat(metrics)
                .contains("http_server_request_duration_seconds_bucket{")
                .containsPattern("http_client_request_duration_seconds_count\\{error_type=\"\",http_request_method=\"GET\","
                        + "http_response_status_code=\"200\",server_address=\"127.0.0.1\",server_port=\"\\d+\","
                        + "upstream=\"photos\",url_scheme=\"http\"} [1-9]")
                .containsPattern("http_client_open_connections\\{http_connection_state=\"idle\"} [1-9]")
                .containsPattern("birdseye_pool_io_limit\\{budget=\"80-\\d+-1000\",strategy=\"sequential\"} 80")
                .containsPattern("birdseye_build_info\\{jvm=\"25[^\"]*\",version=\"[^\"]+\"} 1")
                .containsPattern(
                        "birdseye_task_duration_seconds_sum\\{kind=\"io\",phase=\"queue\",task=\"photos\"} [0-9]")
                .contains("birdseye_requests_refused_total{strategy=\"none\"} 0")
                .contains("jvm_gc_", "jvm_memory_used_bytes", "jvm_threads_live_threads");
    }

    /** Each task of it follows the one before; what it waited for was its own request. */
    @Test
    void sequentialDoesNotQueueForAThreadWhileItMakesItsOwnEarlierCalls() {
        List<JsonNode> tasks = new ArrayList<>();
        service.json("/trace/sequential?sharedMemory=0").get("tasks").forEach(tasks::add);
        tasks.sort(Comparator.comparingDouble(task -> task.get("startMs").doubleValue()));

        assertThat(tasks).hasSize(7);
        for (int task = 1; task < tasks.size(); task++) {
            assertThat(tasks.get(task).get("readyMs").doubleValue())
                    .isCloseTo(tasks.get(task - 1).get("endMs").doubleValue(), within(1e-3));
        }
    }

    @Test
    void resourcesTellWhatAWindowOfWorkHasUsed() {
        service.get("/overview/sequential?sharedMemory=0.5");
        JsonNode before = service.json("/internal/resources");
        assertThat(service.send("POST", "/internal/resources/reset").statusCode()).isEqualTo(204);

        service.get("/overview/sequential?sharedMemory=0.5&ioPoolSize=4");
        service.get("/overview/sequential?sharedMemory=0.5&ioPoolSize=4");

        JsonNode after = service.json("/internal/resources");
        assertThat(after.at("/jvm/pid").longValue()).isEqualTo(ProcessHandle.current().pid());
        assertThat(after.at("/process/cpuNanos").longValue()).isGreaterThan(before.at("/process/cpuNanos").longValue());
        assertThat(after.at("/process/jitNanos").longValue())
                .isBetween(before.at("/process/jitNanos").longValue(), after.at("/process/cpuNanos").longValue());
        assertThat(after.at("/process/allocatedBytes").longValue())
                .isGreaterThan(before.at("/process/allocatedBytes").longValue());
        assertThat(after.at("/process/peakThreads").intValue()).isPositive();
        assertThat(after.at("/process/peakRssBytes").longValue()).isPositive();
        assertThat(after.at("/process/contextSwitches").longValue())
                .isGreaterThan(before.at("/process/contextSwitches").longValue());
        assertThat(after.at("/requests/finished").longValue())
                .isEqualTo(before.at("/requests/finished").longValue() + 2);
        assertThat(after.at("/requests/succeeded").longValue())
                .isEqualTo(before.at("/requests/succeeded").longValue() + 2);
        assertThat(after.at("/process/nanos").longValue()).isGreaterThan(before.at("/process/nanos").longValue());
        assertThat(after.get("tasks")).hasSize(7).allMatch(task -> task.get("count").longValue() == 2);
        assertThat(after.get("pools"))
                .anyMatch(pool -> pool.at("/budget/ioConcurrency").intValue() == 4
                        && pool.at("/peak/calls").intValue() == 1
                        && pool.at("/peak/combinations").intValue() == 1);
    }

    @Test
    void aStrategyThatExceedsItsBudgetIsSeenToUntilTheNextWindow() {
        upstream.behaveWellTogether(4);
        JsonNode cheat = reachedBy("test-cheat", "?sharedMemory=0&ioPoolSize=3&cpuPoolSize=2&maxInFlight=9");

        assertThat(cheat.at("/budget/ioConcurrency").intValue()).isEqualTo(3);
        assertThat(cheat.at("/peak/calls").intValue()).as("calls at once").isEqualTo(4);
        assertThat(cheat.at("/peak/requests").intValue()).as("requests in progress").isEqualTo(1);
        assertThat(cheat.at("/running/requests").intValue()).isZero();

        upstream.behaveWellTogether(3);
        JsonNode honest = reachedBy("http-async", "?sharedMemory=0&ioPoolSize=3&cpuPoolSize=2&maxInFlight=9");
        assertThat(honest.at("/peak/calls").intValue()).isEqualTo(3);
        service.send("POST", "/internal/resources/reset");
        assertThat(reached("http-async").at("/peak/calls").intValue()).isZero();
        assertThat(reached("http-async").at("/peak/requests").intValue()).isZero();
    }

    private static JsonNode reachedBy(String strategy, String query) {
        service.get("/overview/" + strategy + query);
        return reached(strategy);
    }

    private static JsonNode reached(String strategy) {
        for (JsonNode pool : service.json("/internal/resources").get("pools")) {
            if (pool.get("strategy").stringValue().equals(strategy) && pool.at("/budget/maxInFlight").intValue() == 9) {
                return pool;
            }
        }
        throw new AssertionError(strategy + " does not run");
    }
}
