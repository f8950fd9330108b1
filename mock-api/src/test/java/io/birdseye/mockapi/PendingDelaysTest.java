package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PendingDelaysTest {

    private static final int EVENT_LOOPS = 2;

    @AutoClose
    private final TestClient client =
            new TestClient(MockApi.start(new MockApiConfig("127.0.0.1", 0, EVENT_LOOPS, UpstreamSettings.none())));

    @ParameterizedTest
    @CsvSource({"delay=1h, false", "delay=1h&fault=EMPTY_RESPONSE, true"})
    void aDelayIsCancelledWhenItsClientLeavesInOrderOrByAReset(String asked, boolean reset) throws Exception {
        try (Socket leaving = client.request("/posts?" + asked)) {
            TestClient.await("the answer waits", () -> client.gauge("pendingDelays") == 1);
            leaving.setSoLinger(reset, 0);
        }
        awaitCancelled(1);
    }

    private void awaitCancelled(int delays) {
        TestClient.await("all are cancelled", () -> client.gauge("pendingDelays") == 0);
        assertThat(client.gauge("cancelledDelays")).isEqualTo(delays);
    }

    @Test
    void aDribbleEndsWhenItsClientLeaves() throws Exception {
        try (Socket leaving = client.request("/posts?delay=dribble:1000:1000s")) {
            assertThat(leaving.getInputStream().read()).isEqualTo('H');
        }
        TestClient.await("the dribble is cancelled", () -> client.gauge("pendingDelays") == 0);

        assertThat(client.gauge("cancelledDelays")).isEqualTo(1);
    }

    @Test
    void anAnswerThatCameIsNotCancelledWhenItsClientLeaves() throws Exception {
        assertThat(client.bytesUntilClosed("/users?delay=5ms&fault=EMPTY_RESPONSE")).isEmpty();
        try (TestClient other = new TestClient(MockApi.start(UpstreamSettings.none()))) {
            other.get("/users?delay=5ms");
            other.http().shutdownNow();
            TestClient.await("the connection is closed", () -> other.gauge("openConnections") == 1);
            assertThat(other.gauge("cancelledDelays")).isZero();
        }

        assertThat(client.gauge("pendingDelays")).isZero();
        assertThat(client.gauge("cancelledDelays")).isZero();
    }

    @Test
    void thousandsOfPendingDelaysNeedNoMoreThreadsThanOne() throws Exception {
        int waiting = 2_000;
        byte[] request = "GET /users?delay=1h HTTP/1.1\r\nHost: mock\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        List<SocketChannel> clients = new ArrayList<>();
        try {
            clients.add(connect(request));
            TestClient.await("the first waits", () -> client.gauge("pendingDelays") == 1);
            List<String> before = serverThreads();
            while (clients.size() < waiting) {
                clients.add(connect(request));
            }
            TestClient.await("all wait", () -> client.gauge("pendingDelays") == waiting);

            assertThat(serverThreads()).hasSameSizeAs(before).hasSizeLessThanOrEqualTo(EVENT_LOOPS);
        } finally {
            for (SocketChannel channel : clients) {
                channel.close();
            }
        }
        awaitCancelled(waiting);
    }

    @Test
    void closingTheMockFreesItsPortAndEndsItsThreads() throws Exception {
        MockApi mock = MockApi.start(new MockApiConfig("127.0.0.1", 0, 1, UpstreamSettings.none()));
        int port = mock.port();
        TestClient closing = new TestClient(mock);
        try (Socket waiting = closing.request("/posts?delay=1h")) {
            TestClient.await("the answer waits", () -> closing.gauge("pendingDelays") == 1);

            mock.close();

            assertThat(waiting.getInputStream().read()).isEqualTo(-1);
        }
        try (MockApi next = MockApi.start(new MockApiConfig("127.0.0.1", port, 1, UpstreamSettings.none()))) {
            assertThat(next.port()).isEqualTo(port);
        }
    }

    private SocketChannel connect(byte[] request) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", client.mock().port()));
        channel.write(ByteBuffer.wrap(request));
        return channel;
    }

    private static List<String> serverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("vert.x-eventloop-thread"))
                .toList();
    }
}
