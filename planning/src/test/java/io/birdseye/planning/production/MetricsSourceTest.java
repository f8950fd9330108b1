package io.birdseye.planning.production;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Metrics over HTTP, from servers that behave and servers that do not. */
class MetricsSourceTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private String address(HttpHandler handler) {
        server.createContext("/metrics", handler);
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
    }

    private static HttpHandler answer(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        };
    }

    private static String refused(String url) {
        RefusedTelemetry refused =
                catchThrowableOfType(RefusedTelemetry.class, () -> new MetricsSource(url, Set.of(), Optional.empty(), 1000, LONG).read());
        assertThat(refused).as("refused").isNotNull();
        assertThat(refused.getMessage()).startsWith(url + ": ").doesNotContain("\n");
        return refused.getMessage().substring(url.length() + 2);
    }

    @Test
    void thisMachineMayBeAsked() throws Exception {
        String url = address(answer(200, "up 1\n"));

        assertThat(new MetricsSource(url, Set.of(), Optional.empty(), 1000, LONG).read()).isEqualTo("up 1\n");
        assertThat(new MetricsSource(url.replace("127.0.0.1", "localhost"), Set.of(), Optional.empty(), 1000, LONG).read()).isEqualTo("up 1\n");
    }

    @Test
    void anAddressIsAskedTwiceAndTheRateIsWhatItsCountersGrewBy() throws Exception {
        AtomicInteger scrapes = new AtomicInteger();
        String url = address(exchange -> answer(200, """
                http_server_requests_seconds_count{method="GET",uri="/a"} %1$d
                http_server_requests_seconds_sum{method="GET",uri="/a"} %1$d
                http_client_requests_seconds_count{method="GET",uri="/b",client_name="stock"} %1$d
                http_client_requests_seconds_sum{method="GET",uri="/b",client_name="stock"} %1$d
                """.formatted(scrapes.incrementAndGet() * 1000)).handle(exchange));

        ScenarioDraft draft = ScenarioDraft.of(
                Optional.empty(), List.of(new MetricsSource(url, Set.of(), Optional.empty(), 1000, LONG)), new ScenarioDraft.Wanted(
                        Optional.empty(), Optional.of(Duration.ofMillis(100)), Optional.empty(), Optional.empty()));

        assertThat(scrapes).hasValue(2);
        assertThat(draft.perSecond()).as("1,000 in 100 ms, or more").isNotNull().isBetween(1.0, 10_000.0);
        assertThat(draft.file("draft.yaml").text()).contains("1,000 requests between two scrapes, 100ms apart");
    }

    @Test
    void anotherMachineIsAskedOnlyIfItIsAllowed() {
        // An address for documentation, which no machine has: if it were asked, the message would say so.
        assertThat(refused("http://192.0.2.1:9/metrics"))
                .isEqualTo("'192.0.2.1' is another machine; --allow-host 192.0.2.1 permits to ask it");
    }

    @Test
    void anythingButStatus200IsRefusedAndARedirectNotFollowed() {
        String elsewhere = address(exchange -> {
            exchange.getResponseHeaders().add("Location", "http://192.0.2.1/metrics");
            exchange.sendResponseHeaders(302, -1);
            exchange.close();
        });
        assertThat(refused(elsewhere)).isEqualTo("answers with status 302, but allowed is 200");
    }

    @Test
    void aTokenIsSentAsABearerAndShownNowhere() throws Exception {
        String url = address(exchange -> answer(
                "Bearer s3cr3t".equals(exchange.getRequestHeaders().getFirst("Authorization")) ? 200 : 401, "up 1\n").handle(exchange));

        assertThat(new MetricsSource(url, Set.of(), Optional.of("s3cr3t"), 1000, LONG).read()).isEqualTo("up 1\n");
        MetricsSource wrong = new MetricsSource(url, Set.of(), Optional.of("other"), 1000, LONG);
        assertThat(catchThrowableOfType(RefusedTelemetry.class, wrong::read))
                .hasMessageEndingWith("answers with status 401, but allowed is 200; the token of --token is not accepted");
        assertThat(wrong).hasToString(url);
        assertThat(refused(url)).endsWith("--token sends a bearer token");
    }

    @Test
    void anAnswerThatIsTooLongIsRefused() {
        assertThat(refused(address(answer(200, "x".repeat(1001))))).startsWith("gives no HTTP answer of at most 1000 bytes").contains("answers with a body of more than");
    }

    @Test
    void aServerThatIsNotThereOrSpeaksNoHttpIsOneLine() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        assertThat(refused("http://127.0.0.1:" + port + "/metrics")).startsWith("nothing listens there");
        try (ServerSocket other = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            threads.execute(() -> greet(other));
            String address = "://127.0.0.1:" + other.getLocalPort() + "/metrics";
            assertThat(refused("http" + address)).startsWith("gives no HTTP answer");
            assertThat(refused("https" + address)).startsWith("gives no HTTP answer");
        }
    }

    @Test
    void anAddressOfAnotherKindIsRefused() {
        assertThat(refused("ftp://127.0.0.1/metrics")).startsWith("allowed is a file, or an address such as http://");
        assertThat(refused("http://127.0.0.1:70000/")).startsWith("allowed is a file, or an address");
        assertThat(refused("http://")).startsWith("allowed is a file, or an address");
        assertThat(refused("http://a b/")).startsWith("allowed is a file, or an address");
        assertThat(refused("none.txt")).isEqualTo("there is no such file");
    }

    /** Speaks first, and no HTTP. */
    private static void greet(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                client.getOutputStream().write("220 mail.example ESMTP\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                return; // the test is over
            }
        }
    }
}
