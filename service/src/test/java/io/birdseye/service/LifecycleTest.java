package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program as a user starts it: a process of its own. */
class LifecycleTest {

    private final FakeUpstream upstream = new FakeUpstream();
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(Process::destroyForcibly);
        client.close();
        upstream.close();
    }

    @Test
    void toldToEndItFinishesWhatIsInProgressAndRefusesWhatIsNew() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        upstream.behave(
                "/posts", Behaviour.after(gate, Behaviour.body("[{\"userId\":1,\"id\":1,\"title\":\"held\"}]")));
        Process process = launch("--port=0", "--upstream=" + upstream.address(), "--deadline=30s", "--memory-sizes=0");
        BufferedReader out = process.inputReader();
        String ready = out.readLine();
        assertThat(ready).matches("service ready on http://127\\.0\\.0\\.1:\\d+");
        String address = ready.substring("service ready on ".length());
        var inProgress = client.sendAsync(get(address + "/overview/sequential"), HttpResponse.BodyHandlers.ofString());
        Await.until("the call is on the wire", () -> upstream.requests().contains("/posts"));

        process.toHandle().destroy();

        Await.until("it is not ready any more", () -> status(address + "/health/ready") == 503);
        assertThat(status(address + "/health/live")).isEqualTo(200);
        HttpResponse<String> refused =
                client.send(get(address + "/overview/sequential"), HttpResponse.BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(refused.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(inProgress.isDone()).isFalse();
        gate.countDown();
        assertThat(inProgress.get(60, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(out.readLine()).isNull();
    }

    @Test
    void listenersDoNotKeepItFromEnding() throws Exception {
        Process process = launch(
                "--port=0", "--upstream=" + upstream.address(), "--memory-sizes=0", "--grace=1m");
        String address = process.inputReader().readLine().substring("service ready on ".length());
        var listening = client.send(get(address + "/events"), HttpResponse.BodyHandlers.ofLines());
        assertThat(listening.statusCode()).isEqualTo(200);

        process.toHandle().destroy();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(process.errorReader().lines()).noneMatch(line -> line.contains("still in progress"));
        // The stream has an end, and is not torn off.
        assertThat(listening.body().filter(line -> line.startsWith("retry:"))).hasSize(1);
    }

    @Test
    void neitherHalfSentRequestsNorSilentListenersNorIdleConnectionsKeepItFromEnding() throws Exception {
        Process process = launch(
                "--port=0", "--upstream=" + upstream.address(), "--memory-sizes=0", "--grace=10m", "--head-timeout=10m");
        URI address = URI.create(process.inputReader().readLine().substring("service ready on ".length()));
        List<Socket> clients = new ArrayList<>();
        try {
            for (String sent : List.of(
                    "", "GET /over", "GET /overview/executor HTTP/1.1\r\nHost: x\r\nA: b", "GET /events HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET /events HTTP/1.1\r\nHost: x\r\n\r\nGET /over", "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n",
                    "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /over")) {
                for (int i = 0; i < 5; i++) {
                    Socket client = new Socket(address.getHost(), address.getPort());
                    clients.add(client);
                    client.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
                }
            }
            // One selector thread: when this is answered, it has read what was sent before.
            Await.until("it is ready", () -> status(address + "/health/ready") == 200);

            process.toHandle().destroy();

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends long before the grace period").isTrue();
            assertThat(process.exitValue()).isZero();
            assertThat(process.errorReader().lines()).noneMatch(line -> line.contains("still in progress"));
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void theGracePeriodHasAnEnd() throws Exception {
        upstream.behave("/posts", Behaviour.stall());
        Process process = launch(
                "--port=0", "--upstream=" + upstream.address(), "--deadline=1m", "--memory-sizes=0", "--grace=200ms");
        String address = process.inputReader().readLine().substring("service ready on ".length());
        var cutOff = client.sendAsync(get(address + "/overview/sequential"), HttpResponse.BodyHandlers.ofString());
        Await.until("the call is on the wire", () -> upstream.requests().contains("/posts"));

        process.toHandle().destroy();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(process.errorReader().lines()).anyMatch(line -> line.contains("still in progress"));
        assertThat(cutOff).failsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void aPortInUseIsOneClearLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process process = launch("--port=" + taken.getLocalPort());

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            assertThat(process.inputReader().lines()).isEmpty();
            List<String> told = process.errorReader().lines().toList();
            assertThat(told).hasSize(2);
            assertThat(told.getFirst()).startsWith("ServiceSettings[");
            assertThat(told.getLast())
                    .startsWith("service: cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .contains("in use");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    --http-threads=0     | --http-threads must be from 1 to 100000, but is 0
                    --deadline=soon      | 'soon' is not a duration: expected is a number and a unit
                    --upstream=localhost | the upstream must be an absolute http or https address
                    --memory-sizes=5,x   | memory sizes must be numbers
                    --default-io=2000    | default I/O concurrency of 2000 is above its maximum of 1000
                    --nonsense=1         | Unknown option: '--nonsense=1'
                    """)
    void aBadSettingIsOneClearLine(String flag, String message) throws Exception {
        Process process = launch(flag);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        List<String> told = process.errorReader().lines().toList();
        assertThat(told).hasSize(1);
        assertThat(told.getFirst()).contains(message);
    }

    private static HttpRequest get(String address) {
        return HttpRequest.newBuilder(URI.create(address)).build();
    }

    private int status(String address) {
        try {
            return client.send(get(address), HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Process launch(String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-preview",
                "-cp",
                System.getProperty("java.class.path"),
                ServiceMain.class.getName()));
        command.addAll(List.of(flags));
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        return process;
    }
}
