package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.ServiceProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** A service on a JVM that cannot load all strategies: those of a preview without the flag, and those of a later JDK. */
class LeftOutStrategiesTest {

    @Test
    void aServiceStartsWithoutTheStrategiesThatItsJvmCannotLoadAndSaysWhy() throws Exception {
        try (FakeUpstream upstream = new FakeUpstream();
                HttpClient client = HttpClient.newHttpClient();
                ServiceProcess service = ServiceProcess.withoutPreviews(upstream, "--memory-sizes=0")) {
            assertThat(get(client, service.address() + "/strategies").body())
                    .contains("\"name\":\"executor\"")
                    .doesNotContain("\"name\":\"structured\"", "\"name\":\"jox\"", "\"name\":\"rx4-virtual\"");
            assertThat(get(client, service.address() + "/overview/executor?sharedMemory=0").statusCode()).isEqualTo(200);

            HttpResponse<String> refused = get(client, service.address() + "/overview/structured");

            assertThat(refused.statusCode()).isEqualTo(404);
            assertThat(refused.body()).contains("'structured' is left out here, since it uses a preview of JDK 25");
            assertThat(get(client, service.address() + "/overview?strategy=rx4-virtual").body())
                    .contains("'rx4-virtual' is left out here, since it needs JDK 26 or later; this is JDK 25");
        }
    }

    private static HttpResponse<String> get(HttpClient client, String address) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
