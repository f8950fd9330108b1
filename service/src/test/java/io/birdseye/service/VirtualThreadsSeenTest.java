package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service in a process of its own: what a flight recording tells is not to be had in the JVM of other tests. */
class VirtualThreadsSeenTest {

    @Test
    void fromTheFirstRequestOnVirtualThreadsOnTheirSchedulerIsInTheMetricsAndInTheResources() throws Exception {
        try (FakeUpstream upstream = new FakeUpstream();
                HttpClient client = HttpClient.newHttpClient();
                ServiceProcess service = ServiceProcess.start(upstream, List.of("-XX:ActiveProcessorCount=1"))) {
            String of = service.address();
            assertThat(get(client, of + "/overview/executor?sharedMemory=0.5")).contains("userId");
            assertThat(get(client, of + "/metrics")).contains("birdseye_core_wait_seconds_total")
                    .doesNotContain("jvm_threads_virtual");
            assertThat(resources(client, of).isNull()).isTrue();

            assertThat(get(client, of + "/overview/virtual-threads?sharedMemory=0.5")).contains("userId");

            JsonNode threads = resources(client, of);
            assertThat(threads.path("parallelism").asInt()).isEqualTo(2);
            assertThat(threads.path("carriers").asInt()).isPositive();
            Await.until("the recording", Duration.ofSeconds(30), () -> get(client, of + "/metrics").contains("jvm_threads_virtual_pinned"));
            assertThat(get(client, of + "/metrics")).contains("jvm_threads_virtual_parallelism", "jvm_threads_virtual_live",
                    "jvm_threads_virtual_submit_failed_total 0.0");
            assertThat(resources(client, of).path("submitFailed").asInt(-1)).isZero();
        }
    }

    private static JsonNode resources(HttpClient client, String address) throws Exception {
        return JsonMapper.shared().readTree(get(client, address + "/internal/resources")).path("virtualThreads");
    }

    private static String get(HttpClient client, String uri) {
        try {
            return client.send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
