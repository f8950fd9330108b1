package io.birdseye.loadtest.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.mockapi.MockApi;
import io.birdseye.mockapi.UpstreamSettings;
import io.birdseye.model.Load;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LightClientTest {

    private static final Duration SHORT = Duration.ofMillis(200);
    private static final WarmUp WARM_UP = new WarmUp(Duration.ofMillis(100), 1, Duration.ZERO);

    private static @Nullable MockApi mock;

    @BeforeAll
    static void start() throws Exception {
        mock = MockApi.start(UpstreamSettings.none());
    }

    @AfterAll
    static void end() {
        mock.close();
    }

    private static LightLoad load(String path, Load load, Duration window) {
        return load(mock.port(), path, load, window);
    }

    private static LightLoad load(String path, Load load) {
        return load(path, load, SHORT);
    }

    private static LightLoad load(int port, String path, Load load, Duration window) {
        Schedule schedule = Schedule.of(load, WARM_UP, window, Share.WHOLE);
        return LightLoad.of("http://127.0.0.1:" + port + path, schedule).withTimeout(Duration.ofSeconds(10));
    }

    private static LoadSummary run(LightLoad load) throws Exception {
        try (LightClient client = new LightClient(load)) {
            return client.run(LoadListener.NONE).getFirst();
        }
    }

    @Test
    void inAClosedModelEveryUserAsksAgainWhenItIsAnswered() throws Exception {
        try (LightClient client = new LightClient(load("/users?delay=50ms", Load.closed(20), Duration.ofMillis(500)))) {
            LoadSummary result = client.run(LoadListener.NONE).getFirst();

            assertThat(result.errorsByKind()).isEmpty();
            assertThat(client.mostInFlight()).isEqualTo(20);
            // Twenty users make at most 400/s, and on a busy machine fewer.
            assertThat(result.achievedPerSecond()).isBetween(20.0, 420.0);
            assertThat(result.service().minMs()).isGreaterThanOrEqualTo(50);
        }
    }

    @Test
    void inAnOpenModelArrivalsDoNotWaitForAnswers() throws Exception {
        try (LightClient client = new LightClient(load("/photos?delay=600ms", Load.open(500)))) {
            LoadSummary result = client.run(LoadListener.NONE).getFirst();

            assertThat(result.errorsByKind()).isEmpty();
            assertThat(result.ok()).isEqualTo(100);
            assertThat(result.planned()).isEqualTo(100);
            assertThat(client.mostInFlight()).isGreaterThan(90);
        }
    }

    @Test
    void aRequestThatFindsNoConnectionWaitsAndThatCountsAsItsResponseTime() throws Exception {
        LightLoad one = load("/users?delay=200ms", Load.open(20), Duration.ofSeconds(1)).withConnections(1);

        LoadSummary result = run(one);

        assertThat(result.sent()).as("at most five fit into a second").isBetween(2L, 6L);
        assertThat(result.planned()).isEqualTo(20);
        assertThat(result.response().maxMs()).isGreaterThan(400);
        assertThat(result.service().p50Ms()).isBetween(200.0, 400.0);
    }

    @Test
    void everyPhaseThatIsMeasuredHasItsOwnSummary() throws Exception {
        Schedule steps = Schedule.steps(List.of(
                new Schedule.Step(false, 50, Duration.ofMillis(200)),
                new Schedule.Step(true, 100, Duration.ofMillis(500)),
                new Schedule.Step(true, 20, Duration.ofMillis(500))));
        List<String> told = new ArrayList<>();
        List<LoadSummary> results;
        try (LightClient client =
                new LightClient(LightLoad.of("http://127.0.0.1:" + mock.port() + "/users", steps))) {
            results = client.run(new LoadListener() {
                @Override
                public void measuring() {
                    told.add("begins");
                }

                @Override
                public void measured() {
                    told.add("ends");
                }
            });
        }

        assertThat(results).extracting(LoadSummary::ok).containsExactly(50L, 10L);
        assertThat(told).containsExactly("begins", "ends", "begins", "ends");
    }

    @Test
    void whatIsNoRightAnswerIsCountedByItsReasonAndAUserThatIsRefusedWaitsAMomentBeforeItAsksAgain() throws Exception {
        LoadSummary result = run(load("/users?status=503", Load.open(250)));
        LoadSummary users = run(load("/users?status=503", Load.closed(2), Duration.ofSeconds(1)));
        LightLoad impatient = load("/users?delay=1s", Load.open(100)).withTimeout(Duration.ofMillis(300));

        assertThat(result.ok()).isZero();
        assertThat(result.errorsByKind()).isEqualTo(Map.of("503", 50L));
        assertThat(users.errorsByKind().get("503")).isBetween(4L, 22L);
        assertThat(run(impatient).errorsByKind()).isEqualTo(Map.of("timeout", 20L));
    }

    @Test
    void aLoadEndsWhenItIsClosedFromAnotherThread() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CountDownLatch begun = new CountDownLatch(1);
            Schedule hour = Schedule.of(Load.open(100), Duration.ofHours(1));
            LightClient client = new LightClient(LightLoad.of("http://127.0.0.1:" + mock.port() + "/users", hour));
            Future<List<LoadSummary>> running = threads.submit(() -> client.run(new LoadListener() {
                @Override
                public void waiting(Stage stage) {
                    begun.countDown();
                }
            }));
            begun.await();

            client.close();

            assertThat(running.get(10, TimeUnit.SECONDS)).hasSize(1);
        }
    }

    @Test
    void aConnectionThatTheServerClosesIsNotUsedAgain() throws Exception {
        String answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 3\r\n\r\nxyz";
        try (CannedServer server = new CannedServer(answer)) {
            LoadSummary result = run(load(server.port(), "/", Load.open(100), SHORT));

            assertThat(result.errorsByKind()).isEmpty();
            assertThat(result.ok()).isEqualTo(20);
            assertThat(server.connections().get()).as("and ten of the warm-up").isEqualTo(30);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nA: b\r\nCONTENT-length:   3\r\nC: d\r\n\r\nxyz",
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nxyz",
                "HTTP/1.1 200 OK\r\nX-Content-Length: 3\r\n\r\nxyz",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nxyz",
                "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nxyz",
                "\r\n\r\n"
            })
    void anAnswerNeedsALengthWhoseHeaderMayHaveAnyCaseAndPlace(String answer) throws Exception {
        try (CannedServer server = new CannedServer(answer)) {
            LoadSummary result = run(load(server.port(), "/", Load.open(100), SHORT));

            boolean right = answer.contains("CONTENT-length:");
            assertThat(result.ok() > 0).isEqualTo(right);
            assertThat(result.errorsByKind().keySet())
                    .isEqualTo(right ? Set.of() : Set.of("not HTTP/1.1 with a Content-Length"));
        }
    }

    @Test
    void loadGoesToThisMachineOnly() {
        Schedule schedule = Schedule.of(Load.open(1), Duration.ofSeconds(1));

        assertThatThrownBy(() -> LightLoad.of("http://192.0.2.1:80/", schedule))
                .hasMessageContaining("this machine only");
    }

    /** Says the same to whoever asks, as often as it is asked. */
    private record CannedServer(ServerSocket socket, AtomicInteger connections) implements AutoCloseable {

        CannedServer(String answer) throws IOException {
            this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), new AtomicInteger());
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        Socket client = socket.accept();
                        connections.incrementAndGet();
                        Thread.ofVirtual().start(() -> serve(client, answer.getBytes(StandardCharsets.US_ASCII)));
                    }
                } catch (IOException closed) {
                    // The test is over.
                }
            });
        }

        int port() {
            return socket.getLocalPort();
        }

        private static void serve(Socket client, byte[] answer) {
            try (client) {
                byte[] request = new byte[1024];
                while (client.getInputStream().read(request) > 0) {
                    client.getOutputStream().write(answer);
                }
            } catch (IOException gone) {
                // The load has ended.
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
