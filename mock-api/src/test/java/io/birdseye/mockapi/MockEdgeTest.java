package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Callers;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call, and what settings may cost. */
class MockEdgeTest {

    private static final int BYTES = 16_000_000;

    @AutoClose
    private final TestClient client = new TestClient(MockApi.start(new MockApiConfig(
            "127.0.0.1", 0, 1, 0, MockApiConfig.DEFAULT_IDLE, 10, UpstreamSettings.none(), Callers.parse("mock.example"))));

    @ParameterizedTest
    @CsvSource({
        "Host: 127.0.0.1:9090, 200", "Host: localhost, 200", "Host: mock-api:9090, 200", "Host: Mock.Example, 200",
        "Host: evil.example, 421", "Host: 127.0.0.1.evil.example, 421", "Host:: x, 400", "Host: a b, 400", "Host:, 400",
        "'Host: a\r\nHost: b', 400", "A: b, 400"
    })
    void onlyAddressesPlainNamesAndListedNamesAreAllowed(String host, int status) throws IOException {
        assertThat(ask("GET /users HTTP/1.1\r\n" + host + "\r\n")).startsWith("HTTP/1.1 " + status + " ");
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site: cross-site, 403", "Sec-Fetch-Site: same-site, 403", "Origin: http://evil.example, 403",
        "Sec-Fetch-Site: same-origin, 200", "Origin: http://localhost:9090, 200", "A: b, 200"
    })
    void aPageOfAnotherSiteMayNotChangeSettings(String header, int status) throws IOException {
        assertThat(ask("DELETE /__admin/settings HTTP/1.1\r\nHost: localhost:9090\r\n" + header + "\r\n"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void aConnectionBeyondTheLimitIsClosedUntilAnotherOneIs() throws Exception {
        try (TestClient full = limited(2, Duration.ofMinutes(1));
                Socket asking = full.request("/users")) {
            assertThat(asking.getInputStream().read()).isEqualTo('H');
            try (Socket second = full.request("/users")) {
                assertThat(second.getInputStream().read()).isEqualTo('H');
                assertThat(isClosedByServer(new Socket("127.0.0.1", full.mock().port()))).isTrue();
            }
            TestClient.await("there is room, and the refusal was counted", () -> full.gauge("refusedConnections") > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GET /users HTTP/1.1\r\nHost: mock\r\nA: b", "GET /users HTTP/1.1\r\nHost: mock\r\n\r\n"})
    void aConnectionThatBringsNoWholeRequestIsClosed(String bytes) throws Exception {
        try (TestClient hasty = limited(100, Duration.ofMillis(40));
                Socket socket = new Socket("127.0.0.1", hasty.mock().port());
                InputStream in = socket.getInputStream()) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII).startsWith("HTTP/1.1 200"))
                    .isEqualTo(bytes.endsWith("\r\n\r\n"));
        }
    }

    @Test
    void anAnswerThatIsNotDueYetKeepsItsConnection() throws Exception {
        try (TestClient hasty = limited(100, Duration.ofMillis(40))) {
            assertThat(hasty.get("/users?delay=300ms").statusCode()).isEqualTo(200);
            assertThat(hasty.get("/users?delay=dribble:3:300ms").statusCode()).isEqualTo(200);
        }
    }

    private static TestClient limited(int connections, Duration idle) {
        return new TestClient(MockApi.start(new MockApiConfig(
                "127.0.0.1", 0, 1, connections, idle, 10, UpstreamSettings.none(), Callers.parse(""))));
    }

    private static boolean isClosedByServer(Socket socket) throws IOException {
        try (socket) {
            socket.setSoTimeout(20_000);
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    @Test
    void settingsWhoseBodiesTakeTooMuchMemoryAreRefusedAndChangeNothing() throws Exception {
        String routes = IntStream.range(0, 1_500)
                .mapToObj(i -> "\"r" + i + "\":{\"payloadBytes\":16000000}")
                .collect(Collectors.joining(",", "{\"routes\":{", "}}"));

        HttpResponse<String> refused = client.send("PUT", "/__admin/settings", routes);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("24000000000 bytes", "128000000 bytes over all routes");
        assertThat(client.object("/__admin/settings").getJsonObject("routes").fieldNames()).isEmpty();
    }

    @Test
    void newSettingsReplaceTheRoutesOfThoseBefore() throws Exception {
        client.apply("{\"routes\":{\"one\":{\"payloadBytes\":10}}}");
        client.apply("{\"routes\":{\"two\":{\"payloadBytes\":20}}}");

        assertThat(client.get("/one").statusCode()).isEqualTo(404);
        assertThat(client.get("/two").body()).hasSize(20);
    }

    @Test
    void theMemoryOfABodyIsGivenBackWhenItIsReplaced() throws Exception {
        // What tests before this one left behind is freed at any moment, so no difference of two readings is used.
        awaitLessDirectMemoryThanTheBody("what other tests left is given back");

        client.apply("{\"routes\":{\"cart\":{\"payloadBytes\":" + BYTES + "}}}");
        assertThat(directBytes()).as("the garbage collector knows of it").isGreaterThanOrEqualTo(BYTES);

        client.apply("{\"routes\":{\"cart\":{\"payloadBytes\":10}}}");
        awaitLessDirectMemoryThanTheBody("it is given back");
    }

    private static void awaitLessDirectMemoryThanTheBody(String what) throws Exception {
        TestClient.await(what, () -> {
            System.gc();
            return directBytes() < BYTES;
        });
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private String ask(String head) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", client.mock().port());
                InputStream in = socket.getInputStream()) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write((head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}
