package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MockApiMainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void itStartsWithItsSettingsSaysSoInOneLineAndStopsOnASignal(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("settings.json"), """
                {"seed": 4, "routes": {"posts": {"status": 503}, "users": {"status": 500}}}""");
        Process mock = program(
                "--port", "0", "--settings", file.toString(), "--status", "users=404", "--delay", "2ms,users=3ms");
        try (HttpClient http = HttpClient.newHttpClient();
                BufferedReader stdout = mock.inputReader()) {
            String ready = stdout.readLine();
            assertThat(ready).matches("mock-api ready on http://127\\.0\\.0\\.1:\\d+");
            URI url = URI.create(ready.substring(ready.indexOf("http")));

            String settings = http.send(
                            HttpRequest.newBuilder(url.resolve("/__admin/settings")).build(), BodyHandlers.ofString())
                    .body();

            assertThat(new JsonObject(settings)).isEqualTo(new JsonObject("""
                    {"seed": 4, "default": {"fixedDelayMilliseconds": 2}, "routes": {
                      "posts": {"status": 503, "statusProbability": 1.0},
                      "users": {"fixedDelayMilliseconds": 3, "status": 404, "statusProbability": 1.0}}}"""));

            // Not destroy() of the process itself, which would close the stream that is read below.
            mock.toHandle().destroy();
            assertThat(mock.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(mock.exitValue()).isZero();
            assertThat(stdout.readLine()).isNull();
        } finally {
            mock.destroyForcibly();
        }
    }

    @Test
    void aPortInUseIsSaidInOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int code = run("--port", Integer.toString(taken.getLocalPort()));

            assertThat(code).isEqualTo(1);
            assertThat(err.toString().strip())
                    .isEqualTo("mock-api: port " + taken.getLocalPort() + " on 127.0.0.1 is already in use");
            assertThat(out.toString()).isEmpty();
        }
    }

    @Test
    void anAddressThatIsNotOursIsSaidInOneLine() {
        assertThat(run("--host", "192.0.2.1", "--port", "0")).isEqualTo(1);
        assertThat(err.toString().strip()).startsWith("mock-api: cannot listen on 192.0.2.1:0: ").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "--delay, 5x, --delay",
        "--delay, todos=5ms, --delay",
        "--delay, posts=lognormal:5ms:9, --delay.sigma",
        "--status, 302, --status",
        "--fault, posts=NOPE, --fault",
        "--fault, EMPTY_RESPONSE:7, --fault.faultProbability",
        "--settings, /no/such/file.json, --settings",
        "--port, abc, --port",
        "--port, 70000, port",
        "--event-loops, -1, event-loops",
        "--max-connections, -1, max-connections",
        "--idle-timeout, 0s, idle-timeout",
        "--idle-timeout, soon, --idle-timeout",
        "--seed, x, --seed",
        "--unknown, 1, --unknown"
    })
    void aBadSettingIsSaidInOneLineWithItsNameAndValue(String flag, String value, String field) {
        int code = run(flag, value);

        assertThat(code).isEqualTo(2);
        assertThat(err.toString().strip()).startsWith("mock-api: ").contains(field).hasLineCount(1);
    }

    @Test
    void theHelpNamesEveryEnvironmentVariable() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains(
                "MOCK_HOST", "MOCK_PORT", "MOCK_EVENT_LOOPS", "MOCK_MAX_CONNECTIONS", "MOCK_IDLE_TIMEOUT", "MOCK_SETTINGS",
                "MOCK_DELAY", "MOCK_STATUS", "MOCK_FAULT", "MOCK_SEED");
    }

    private int run(String... args) {
        return MockApiMain.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    }

    private static Process program(String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MockApiMain.class.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }
}
