package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.strategy.DocumentedPlugin;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service with the jar of {@code docs/adding-a-strategy.md} on its class path, as {@code --plugin} puts it there. */
class PluginTest {

    @Test
    void aStrategyOfAUsersOwnAnswersLikeOurs(@TempDir Path folder) throws Exception {
        Path jar = DocumentedPlugin.jar(folder);
        try (FakeUpstream upstream = new FakeUpstream();
                HttpClient client = HttpClient.newHttpClient()) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-XX:TieredStopAtLevel=1",
                            "--enable-preview",
                            "-cp",
                            System.getProperty("java.class.path") + File.pathSeparator + jar,
                            ServiceMain.class.getName(),
                            "--port=0",
                            "--memory-sizes=0",
                            "--upstream=" + upstream.address())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                String address = process.inputReader().readLine().substring("service ready on ".length());
                String query = "?userId=3&factor=7";

                String answer = get(client, address + "/overview/hand-over" + query);

                assertThat(answer).isEqualTo(get(client, address + "/overview/sequential" + query));
                assertThat(get(client, address + "/strategies")).contains("\"name\":\"hand-over\"");
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private static String get(HttpClient client, String address) throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }
}
