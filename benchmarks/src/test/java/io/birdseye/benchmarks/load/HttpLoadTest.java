package io.birdseye.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.mockapi.MockApi;
import io.birdseye.mockapi.settings.UpstreamSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpLoadTest {

    private static final HttpLoad.Window NOBODY = new HttpLoad.Window() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
    };

    private static LoadPlan plan(int port, String path, int connections, double rate) {
        return new LoadPlan(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                path,
                connections,
                rate,
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10));
    }

    @Test
    void inAClosedModelEveryConnectionAsksAgainWhenItIsAnswered() throws Exception {
        try (MockApi mock = MockApi.start(UpstreamSettings.none())) {
            LoadResult result = HttpLoad.run(plan(mock.port(), "/users?delay=50ms", 20, 0), NOBODY);

            assertThat(result.failures()).isEmpty();
            assertThat(result.mostInFlight()).isEqualTo(20);
            // Twenty users make at most 400/s, and on a busy machine fewer.
            assertThat(result.answersPerSecond()).isBetween(20.0, 420.0);
            assertThat(result.firstByteMicros().getMinValue()).isGreaterThanOrEqualTo(50_000);
        }
    }

    @Test
    void inAnOpenModelArrivalsDoNotWaitForAnswers() throws Exception {
        try (MockApi mock = MockApi.start(UpstreamSettings.none())) {
            LoadResult result = HttpLoad.run(plan(mock.port(), "/photos?delay=2s", 1_000, 100), NOBODY);

            assertThat(result.failures()).isEmpty();
            assertThat(result.answers()).isBetween(95L, 101L);
            assertThat(result.mostInFlight()).isGreaterThan(90);
        }
    }

    @Test
    void whatIsNoRightAnswerIsCountedByItsReason() throws Exception {
        try (MockApi mock = MockApi.start(UpstreamSettings.none())) {
            LoadResult result = HttpLoad.run(plan(mock.port(), "/users?status=503", 1, 50), NOBODY);

            assertThat(result.answers()).isZero();
            assertThat(result.failures()).containsOnlyKeys("503");
        }
    }

    @Test
    void headersAreReadInAnyCaseAndOrder() throws Exception {
        try (CannedServer server = new CannedServer("HTTP/1.1 200 OK\r\nA: b\r\nCONTENT-length:   3\r\nC: d\r\n\r\nxyz")) {
            LoadResult result = HttpLoad.run(plan(server.port(), "/", 1, 20), NOBODY);

            assertThat(result.failures()).isEmpty();
            assertThat(result.answers()).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nxyz",
                "HTTP/1.1 200 OK\r\nX-Content-Length: 3\r\n\r\nxyz",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nxyz",
                "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nxyz",
                "\r\n\r\n"
            })
    void anAnswerWithoutALengthIsAFailure(String answer) throws Exception {
        try (CannedServer server = new CannedServer(answer)) {
            LoadResult result = HttpLoad.run(plan(server.port(), "/", 1, 20), NOBODY);

            assertThat(result.answers()).isZero();
            assertThat(result.failures()).containsOnlyKeys("not HTTP/1.1 with a Content-Length");
        }
    }

    @Test
    void loadGoesToThisMachineOnly() {
        assertThatThrownBy(() -> new LoadPlan(
                        new InetSocketAddress("192.0.2.1", 80), "/", 1, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO))
                .hasMessageContaining("this machine only");
    }

    /** Says the same to whoever asks, as often as it is asked. */
    private record CannedServer(ServerSocket socket) implements AutoCloseable {

        CannedServer(String answer) throws IOException {
            this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        Socket client = socket.accept();
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
