package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.ServiceProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service on one core whose one permit for combinations is taken for longer than the test lasts. */
class CarriersTest {

    private static final String LONG_COMBINATION = """
            name: long-combination
            groups:
              - name: only
                calls: [{ name: posts, latency: 1ms, payload: 300B }]
                cpu: { time: 10s }
            deadline: 60s
            """;

    private static final int OTHERS = 4;

    @ParameterizedTest
    @ValueSource(strings = {"virtual-threads", "structured"})
    void callsGoOnWhileACombinationHoldsItsCarrier(String strategy, @TempDir Path folder) throws Exception {
        Path scenario = Files.writeString(folder.resolve("scenario.yaml"), LONG_COMBINATION);
        try (FakeUpstream upstream = new FakeUpstream();
                HttpClient client = HttpClient.newHttpClient();
                ServiceProcess service =
                        ServiceProcess.start(upstream, List.of("-XX:ActiveProcessorCount=1"), "--scenario=" + scenario)) {
            URI uri = URI.create(service.address() + "/overview/" + strategy);
            CompletableFuture<HttpResponse<String>> first = ask(client, uri);
            Await.until("the first call", () -> !upstream.requests().isEmpty());

            // The first of them may come before the combination has begun, but not all.
            for (int other = 1; other <= OTHERS; other++) {
                int calls = 1 + other;
                var _ = ask(client, uri);
                Await.until("another call", Duration.ofSeconds(30), () -> upstream.requests().size() == calls);
            }

            assertThat(first).as("the combination that holds its carrier").isNotDone();
        }
    }

    private static CompletableFuture<HttpResponse<String>> ask(HttpClient client, URI uri) {
        return client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
