package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The program as a user starts it: a process of its own. */
class LifecycleTest {

    @AutoClose
    private final FakeUpstream upstream = new FakeUpstream();

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void neitherHalfSentRequestsNorSilentListenersNorIdleConnectionsKeepItFromEnding() throws Exception {
        Process process = launch(
                "--port=0", "--upstream=" + upstream.address(), "--memory-sizes=0", "--grace=10m", "--head-timeout=10m");
        URI address = URI.create(process.inputReader().readLine().substring("service ready on ".length()));
        List<Socket> clients = new ArrayList<>();
        var listening = client.send(get(address + "/events"), HttpResponse.BodyHandlers.ofLines());
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
            assertThat(listening.body().filter(line -> line.startsWith("retry:"))).as("a stream that is not torn off").hasSize(1);
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

    @Test
    void aBadSettingIsOneClearLine() throws Exception {
        Process process = launch("--nonsense=1");

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(process.errorReader().lines()).singleElement().asString().contains("Unknown option: '--nonsense=1'");
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
