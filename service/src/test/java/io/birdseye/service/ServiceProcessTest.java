package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.ServiceProcess;
import io.birdseye.strategy.DocumentedPlugin;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The program as a user starts it, a process of its own: also in JVMs that differ from the one of the tests. */
class ServiceProcessTest {

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
                    .startsWith("service: cannot listen on 127.0.0.1:" + taken.getLocalPort()).contains("in use");
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
        Process process = new ProcessBuilder(ServiceProcess.command(List.of(), true, List.of(), flags)).start();
        started.add(process);
        return process;
    }

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

    /** As {@code --plugin} puts the jar of {@code docs/maintainers/own-strategy.md} on the class path. */
    @Test
    void aStrategyOfAUsersOwnAnswersAndThoseThatTheJvmCannotLoadAreLeftOutWithTheReason() throws Exception {
        String classPath = System.getProperty("java.class.path") + File.pathSeparator + DocumentedPlugin.jar(folder);
        try (ServiceProcess service =
                ServiceProcess.withoutPreviews(upstream, List.of("-cp", classPath), "--memory-sizes=0")) {
            String query = "?userId=3&factor=7";
            assertThat(service.get("/overview/hand-over" + query).body())
                    .contains("items").isEqualTo(service.get("/overview/sequential" + query).body());
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
