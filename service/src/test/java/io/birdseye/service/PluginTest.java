package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.ServiceProcess;
import io.birdseye.strategy.DocumentedPlugin;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service with the jar of {@code docs/how-to/own-strategy.md} on its class path, as {@code --plugin} puts it there. */
class PluginTest {

    @Test
    void aStrategyOfAUsersOwnAnswersLikeOurs(@TempDir Path folder) throws Exception {
        Path jar = DocumentedPlugin.jar(folder);
        String classPath = System.getProperty("java.class.path") + File.pathSeparator + jar;
        try (FakeUpstream upstream = new FakeUpstream();
                HttpClient client = HttpClient.newHttpClient();
                ServiceProcess service =
                        ServiceProcess.start(upstream, List.of("-cp", classPath), "--memory-sizes=0")) {
            String query = "?userId=3&factor=7";

            String answer = get(client, service.address() + "/overview/hand-over" + query);

            assertThat(answer).isEqualTo(get(client, service.address() + "/overview/sequential" + query));
            assertThat(get(client, service.address() + "/strategies")).contains("\"name\":\"hand-over\"");
        }
    }

    private static String get(HttpClient client, String address) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }
}
