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
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The service where the system gives it less than a load needs. */
@DisabledOnOs(OS.WINDOWS)
class LimitsTest {

    private static final int REQUESTS = 300;
    private static final int NO_ANSWER = 0;

    private final FakeUpstream upstream = new FakeUpstream();

    @AfterEach
    void stop() {
        upstream.close();
    }

    /** Each request needs its own connection and, from {@code executor}, four to the upstreams. */
    @Test
    void withTooFewDescriptorsRequestsFailAndTheNextOnesAreAnswered() throws IOException {
        try (ServiceProcess service = ServiceProcess.withDescriptors(
                256, upstream, "--memory-sizes=0", "--deadline=3s", "--default-io=200")) {
            URI request = URI.create(service.address() + "/overview/executor?userId=1&sharedMemory=0");

            TreeMap<Integer, Integer> statuses = new TreeMap<>();
            try (HttpClient client = http1()) {
                IntStream.range(0, REQUESTS)
                        .mapToObj(i -> status(client, request))
                        .toList()
                        .forEach(status -> statuses.merge(status.join(), 1, Integer::sum));
            }

            assertThat(statuses.keySet()).isSubsetOf(Set.of(NO_ANSWER, 200, 502, 503, 504));
            try (HttpClient client = http1()) {
                Await.until("it answers again", () -> status(client, request).join() == 200);
                for (int i = 0; i < 10; i++) {
                    assertThat(status(client, request).join()).isEqualTo(200);
                }
            }
        }
    }

    private static HttpClient http1() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    private static CompletableFuture<Integer> status(HttpClient client, URI address) {
        HttpRequest request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(10)).build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .thenApply(HttpResponse::statusCode)
                .exceptionally(refused -> NO_ANSWER);
    }
}
