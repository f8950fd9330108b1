package io.birdseye.loadtest.light;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.plan.AnswerProbe;
import io.birdseye.loadtest.plan.Expectation;
import io.birdseye.loadtest.plan.LoadEngine;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestPlan;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
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
import org.junit.jupiter.params.provider.CsvSource;

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

    private static RequestPlan load(String path, Load load, Duration window) {
        return load(mock.port(), path, load, window);
    }

    private static RequestPlan load(String path, Load load) {
        return load(path, load, SHORT);
    }

    private static RequestPlan load(int port, String path, Load load, Duration window) {
        return RequestPlan.light("http://127.0.0.1:" + port + path, Schedule.steps(load, WARM_UP, window, 1), load.users());
    }

    private static RequestPlan sending(Request request) {
        return new RequestPlan(List.of(request), List.of(new Schedule.Step(true, 100, SHORT)), 0, Duration.ofSeconds(10), 7)
                .by(LoadEngine.LIGHT);
    }

    private static LoadSummary run(RequestPlan load) throws Exception {
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
        RequestPlan one = load("/users?delay=200ms", Load.open(20), Duration.ofSeconds(1)).withConnections(1);

        LoadSummary result = run(one);

        assertThat(result.sent()).as("at most five fit into a second").isBetween(2L, 6L);
        assertThat(result.planned()).isEqualTo(20);
        assertThat(result.response().maxMs()).isGreaterThan(400);
        assertThat(result.service().p50Ms()).isBetween(200.0, 400.0);
    }

    @Test
    void everyPhaseThatIsMeasuredHasItsOwnSummary() throws Exception {
        List<Schedule.Step> steps = List.of(
                new Schedule.Step(false, 50, Duration.ofMillis(200)),
                new Schedule.Step(true, 100, Duration.ofMillis(500)),
                new Schedule.Step(true, 20, Duration.ofMillis(500)));
        List<String> told = new ArrayList<>();
        List<LoadSummary> results;
        try (LightClient client =
                new LightClient(RequestPlan.light("http://127.0.0.1:" + mock.port() + "/users", steps, 0))) {
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
        RequestPlan impatient = load("/users?delay=1s", Load.open(100)).withTimeout(Duration.ofMillis(300));

        assertThat(result.ok()).isZero();
        assertThat(result.errorsByKind()).isEqualTo(Map.of("503", 50L));
        assertThat(users.errorsByKind().get("503")).isBetween(4L, 22L);
        assertThat(run(impatient).errorsByKind()).isEqualTo(Map.of("timeout", 20L));
    }

    @Test
    void aLoadEndsWhenItIsClosedFromAnotherThread() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CountDownLatch begun = new CountDownLatch(1);
            LightClient client = new LightClient(
                    RequestPlan.light("http://127.0.0.1:" + mock.port() + "/users", Load.open(100), Duration.ofHours(1)));
            Future<List<LoadSummary>> running = threads.submit(() -> client.run(new LoadListener() {
                @Override
                public void waiting(Stage stage) {
                    begun.countDown();
                }
            }));
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();

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
    @CsvSource(delimiter = '|', textBlock = """
            HTTP/1.1 200 OK~A: b~CONTENT-length:   3~C: d~~xyz                                        |
            HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~x~2~yz~0~~                                  |
            HTTP/1.1 103 Early Hints~Link: </a>~~HTTP/1.1 200 OK~Content-Length: 3~~xyz               |
            HTTP/1.1 200 OK~Content-Length: many~~xyz                                                 | connection
            SSH-2.0-x~~                                                                                        | connection
            HTTP/1.1 204 No Content~~                                                                 | 204
            """)
    void anyAnswerOfHttpIsReadAndWhatIsNoneIsAnError(String answer, @Nullable String error) throws Exception {
        try (CannedServer server = new CannedServer(answer.strip().replace("~", "\r\n"))) {
            LoadSummary result = run(load(server.port(), "/", Load.open(100), SHORT));

            if (error == null) {
                assertThat(result.errorsByKind()).isEmpty();
                assertThat(result.ok()).isEqualTo(20);
            } else {
                assertThat(result.errorsByKind()).containsOnlyKeys(error);
            }
        }
    }

    @Test
    void aRequestHasItsMethodHeadersAndBodyAndEachOfThemNumbersOfItsOwn() throws Exception {
        try (CannedServer server = new CannedServer("HTTP/1.1 201 Created\r\nContent-Length: 3\r\n\r\nxyz")) {
            LoadSummary result = run(sending(new Request(
                    "order", "POST", "http://127.0.0.1:" + server.port() + "/orders?n=${1..1000000}",
                    List.of(new Request.Header("X-Trace", "t${1..1000000}")), "{\"n\":${1..1000000}}", new Expectation(201, "y"))));

            assertThat(result.errorsByKind()).isEmpty();
            assertThat(result.ok()).isEqualTo(20);
            assertThat(new HashSet<>(server.requests())).hasSize(20).allSatisfy(request -> assertThat(request).matches(
                    "(?s)POST /orders\\?n=\\d+ HTTP/1.1\r\n.*X-Trace: t\\d+\r\nContent-Type: application/json\r\nContent-Length: \\d+\r\n\r\n\\{\"n\":\\d+}"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"a":1}  | a   | 2 |
            {"a":1}  | b   | 0 | body
            {"a":1   |     | 2 | body
            {"a":1}  |     | 9 | body
            """)
    void aBodyThatIsNotRightIsAnError(String body, @Nullable String matches, int leastBytes, @Nullable String error) throws Exception {
        try (CannedServer server = new CannedServer("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)) {
            LoadSummary result = run(sending(new Request(
                    "body", "GET", "http://127.0.0.1:" + server.port(), List.of(), null, new Expectation(200, matches, leastBytes))));

            assertThat(result.errorsByKind()).isEqualTo(error == null ? Map.of() : Map.of(error, 20L));
        }
    }

    @Test
    void anAnswerThatIsTooLargeIsGivenUp() throws Exception {
        String body = "x".repeat(AnswerProbe.MAX_BODY_BYTES + 1);
        try (CannedServer server = new CannedServer("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)) {
            String url = "http://127.0.0.1:" + server.port() + "/";

            assertThat(run(RequestPlan.light(url, List.of(new Schedule.Step(true, 5, SHORT)), 0)).errorsByKind()).isEqualTo(Map.of("too-large", 1L));
        }
    }

    @Test
    void moreUsersThanPortsShareTheConnections() {
        assertThat(RequestPlan.light("http://127.0.0.1:1/", Load.closed(50_000), SHORT).lightConnections()).isEqualTo(28_000);
    }

    @Test
    void withoutAnyConnectionTheLoadFails() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }

        assertThatThrownBy(() -> run(load(closed, "/", Load.open(100), SHORT))).hasMessage("no connection to http://127.0.0.1:" + closed);
    }

    /** Says the same to whoever asks, as often as it is asked. */
    private record CannedServer(ServerSocket socket, AtomicInteger connections, Queue<String> requests) implements AutoCloseable {

        CannedServer(String answer) throws IOException {
            this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), new AtomicInteger(), new ConcurrentLinkedQueue<>());
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

        private void serve(Socket client, byte[] answer) {
            try (client) {
                byte[] request = new byte[1024];
                for (int read = client.getInputStream().read(request); read > 0; read = client.getInputStream().read(request)) {
                    requests.add(new String(request, 0, read, StandardCharsets.US_ASCII));
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
