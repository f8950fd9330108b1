package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.RunningService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the front page listens to. */
class EventsTest {

    private static final int MAX_LISTENERS = 16;
    private static final Duration DEADLINE = Duration.ofSeconds(1);

    @AutoClose
    private final RunningService service = new RunningService("--http-threads=2", "--deadline=" + DEADLINE.toMillis() + "ms");
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void aListenerHearsHowEachStrategyIsDoingAndOutlivesTheDeadlineOfRequests() throws IOException {
        BufferedReader events = listen();
        long begin = System.nanoTime();
        JsonNode quiet = next(events);
        assertThat(quiet.get("strategies")).isEmpty();

        succeed();
        service.get("/overview/test-full?sharedMemory=0");
        service.get("/overview/sequential?userId=11");

        JsonNode first = heard(events, "sequential", seen -> seen.get("perSecond").doubleValue() > 0);
        assertThat(first.get("p50Ms").doubleValue()).isPositive();
        assertThat(first.get("p99Ms").doubleValue()).isGreaterThanOrEqualTo(first.get("p50Ms").doubleValue());
        do {
            service.get("/overview/test-full?sharedMemory=0");
            var ignored = heard(events, "test-full", seen -> seen.get("errors").intValue() > 0);
        } while (System.nanoTime() - begin <= DEADLINE.toNanos());
    }

    @Test
    void listenersHoldNoHttpThread() throws IOException {
        for (int i = 0; i < MAX_LISTENERS; i++) {
            listen();
        }

        // Two HTTP threads serve all the same.
        succeed();
    }

    @Test
    void listenersThatOnlyHoldTheirPlacesLockNobodyOut() throws IOException {
        BufferedReader first = listen();
        for (int i = 0; i < MAX_LISTENERS; i++) {
            listen();
        }

        // The last chunk has no bytes.
        assertThat(first.lines().takeWhile(line -> !line.equals("0"))).as("it has an end").contains("retry: 2000");
        assertThat(next(listen()).get("strategies")).isNotNull();
    }

    /** Within its deadline, on a machine that may be busy. */
    private void succeed() {
        Await.until("a request succeeds", () -> service.get("/overview/sequential?sharedMemory=0").statusCode() == 200);
    }

    private BufferedReader listen() throws IOException {
        Socket socket = service.connect();
        socket.setSoTimeout((int) Await.LONG.toMillis());
        socket.getOutputStream().write("GET /events HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        String status = reader.readLine();
        if (!status.startsWith("HTTP/1.1 200 ")) {
            socket.close();
            throw new IllegalStateException(status);
        }
        sockets.add(socket);
        return reader;
    }

    private static JsonNode heard(BufferedReader events, String strategy, Predicate<JsonNode> enough)
            throws IOException {
        while (true) {
            for (JsonNode seen : next(events).get("strategies")) {
                if (seen.get("strategy").stringValue().equals(strategy) && enough.test(seen)) {
                    return seen;
                }
            }
        }
    }

    /** The reads time out if nothing comes. */
    private static JsonNode next(BufferedReader events) throws IOException {
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith("data: ")) {
                return new JsonMapper().readTree(line.substring("data: ".length()));
            }
        }
        throw new IOException("the stream has ended");
    }
}
