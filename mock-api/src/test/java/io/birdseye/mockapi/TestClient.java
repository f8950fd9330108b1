package io.birdseye.mockapi;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.Assertions;

/** A client of one mock-api, and a bare socket for what no client would let through. */
public record TestClient(MockApi mock, HttpClient http) implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    public TestClient(MockApi mock) {
        this(mock, HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    public HttpResponse<String> get(String target) throws IOException, InterruptedException {
        return send("GET", target, "");
    }

    public HttpResponse<String> send(String method, String target, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(mock.url() + target))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .timeout(PATIENCE)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    JsonArray array(String target) throws IOException, InterruptedException {
        return new JsonArray(get(target).body());
    }

    JsonObject object(String target) throws IOException, InterruptedException {
        return new JsonObject(get(target).body());
    }

    /** A connection on which the request has been sent and nothing has been read. */
    Socket request(String target) throws IOException {
        Socket socket = new Socket("127.0.0.1", mock.port());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        OutputStream out = socket.getOutputStream();
        out.write(("GET " + target + " HTTP/1.1\r\nHost: mock\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return socket;
    }

    /** Everything until the server closes, one character for a byte. */
    String bytesUntilClosed(String target) throws IOException {
        try (Socket socket = request(target);
                InputStream in = socket.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** New settings, as the admin API takes them. */
    public void apply(String settings) throws IOException, InterruptedException {
        Assertions.assertThat(send("PUT", "/__admin/settings", settings).statusCode()).isEqualTo(200);
    }

    /** A number of the admin API's stats, asked for on a connection of its own; -1 if that is refused. */
    long gauge(String name) {
        try (Socket asking = request("/__admin/stats")) {
            byte[] answer = new byte[2_000];
            int length = asking.getInputStream().read(answer);
            return length < 0 ? -1 : Long.parseLong(new String(answer, 0, length, StandardCharsets.UTF_8)
                    .replaceAll("(?s).*\"" + name + "\":(\\d+).*", "$1"));
        } catch (IOException e) {
            return -1;
        }
    }

    /** Waits until something holds that happens on another thread. */
    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                Assertions.fail("not within " + PATIENCE + ": " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
        mock.close();
    }
}
