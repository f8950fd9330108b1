package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.ServiceProcess;
import io.birdseye.strategy.DocumentedPlugin;
import java.io.File;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The service in JVMs that differ from the one of the tests. */
class OtherJvmsTest {

    /** Its one permit for combinations is taken for longer than the test lasts. */
    private static final String LONG_COMBINATION = """
            name: long-combination
            groups:
              - name: only
                calls: [{ name: posts, latency: 1ms, payload: 300B }]
                cpu: { time: 10s }
            deadline: 60s
            """;

    private static final List<String> ONE_CORE = List.of("-XX:ActiveProcessorCount=1");
    private static final int OTHERS = 4;

    @TempDir
    Path folder;

    @AutoClose
    private final FakeUpstream upstream = new FakeUpstream();

    /** As {@code --plugin} puts the jar of {@code docs/maintainers/own-strategy.md} on the class path. */
    @Test
    void aStrategyOfAUsersOwnAnswersAndThoseThatTheJvmCannotLoadAreLeftOutWithTheReason() throws Exception {
        String classPath = System.getProperty("java.class.path") + File.pathSeparator + DocumentedPlugin.jar(folder);
        try (ServiceProcess service =
                ServiceProcess.withoutPreviews(upstream, List.of("-cp", classPath), "--memory-sizes=0")) {
            String query = "?userId=3&factor=7";
            assertThat(service.get("/overview/hand-over" + query).body())
                    .contains("items")
                    .isEqualTo(service.get("/overview/sequential" + query).body());
            assertThat(service.get("/strategies").body())
                    .contains("\"name\":\"hand-over\"", "\"name\":\"executor\"")
                    .doesNotContain("\"name\":\"structured\"", "\"name\":\"jox\"", "\"name\":\"rx4-virtual\"");

            HttpResponse<String> refused = service.get("/overview/structured");

            assertThat(refused.statusCode()).isEqualTo(404);
            assertThat(refused.body()).contains("'structured' is left out here, since it uses a preview of JDK 25");
            assertThat(service.get("/overview?strategy=rx4-virtual").body())
                    .contains("'rx4-virtual' is left out here, since it needs JDK 26 or later; this is JDK 25");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"virtual-threads", "structured"})
    void callsGoOnWhileACombinationHoldsTheOnlyCore(String strategy) throws Exception {
        Path scenario = Files.writeString(folder.resolve("scenario.yaml"), LONG_COMBINATION);
        try (ServiceProcess service = ServiceProcess.start(upstream, ONE_CORE, "--scenario=" + scenario)) {
            CompletableFuture<HttpResponse<String>> first = service.ask("/overview/" + strategy);
            Await.until("the first call", () -> !upstream.requests().isEmpty());

            // The first of them may come before the combination has begun, but not all.
            for (int other = 1; other <= OTHERS; other++) {
                int calls = 1 + other;
                var _ = service.ask("/overview/" + strategy);
                Await.until("another call", Duration.ofSeconds(30), () -> upstream.requests().size() == calls);
            }

            assertThat(first).as("the combination that holds its carrier").isNotDone();
        }
    }

    /** In a process of its own: what a flight recording tells is not to be had in the JVM of other tests. */
    @Test
    void fromTheFirstRequestOnVirtualThreadsOnTheirSchedulerIsInTheMetricsAndInTheResources() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(upstream, ONE_CORE, "--memory-sizes=0")) {
            assertThat(service.get("/overview/executor").body()).contains("userId");
            assertThat(service.get("/metrics").body()).contains("birdseye_core_wait_seconds_total")
                    .doesNotContain("jvm_threads_virtual");
            assertThat(virtualThreads(service).isNull()).isTrue();

            assertThat(service.get("/overview/virtual-threads").body()).contains("userId");

            JsonNode threads = virtualThreads(service);
            assertThat(threads.path("parallelism").asInt()).isEqualTo(2);
            assertThat(threads.path("carriers").asInt()).isPositive();
            Await.until("the recording", () -> service.get("/metrics").body().contains("jvm_threads_virtual_pinned"));
            assertThat(service.get("/metrics").body()).contains("jvm_threads_virtual_parallelism", "jvm_threads_virtual_live",
                    "jvm_threads_virtual_submit_failed_total 0.0");
            assertThat(virtualThreads(service).path("submitFailed").asInt(-1)).isZero();
        }
    }

    private static JsonNode virtualThreads(ServiceProcess service) {
        return JsonMapper.shared().readTree(service.get("/internal/resources").body()).path("virtualThreads");
    }
}
