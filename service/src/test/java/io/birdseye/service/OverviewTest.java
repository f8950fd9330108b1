package io.birdseye.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.model.Layout;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.service.testing.TestStrategies;
import io.birdseye.strategy.Strategies;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@ResourceLock(TestStrategies.LOCK)
class OverviewTest {

    @AutoClose
    private static RunningService service = new RunningService();

    private static FakeUpstream upstream = service.upstream();

    /** All that are meant to work. */
    static Stream<String> strategies() {
        return Strategies.load().names().stream().filter(name -> !name.startsWith("test-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async"})
    void theAnswerIsTheSameByPathAndByQuery(String strategy) {
        HttpResponse<String> byPath = service.get("/overview/" + strategy + "?userId=3&factor=7&sharedMemory=0.5");
        HttpResponse<String> byQuery = service.get("/overview?userId=3&factor=7&sharedMemory=0.5&strategy=" + strategy);

        assertThat(byPath.statusCode()).isEqualTo(200);
        assertThat(byPath.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(byPath.headers().firstValue("Content-Length")).hasValue(Integer.toString(byPath.body().length()));
        assertThat(byQuery.body()).isEqualTo(byPath.body());
    }

    @ParameterizedTest
    @EnumSource
    void theAnswerHoldsTheUsersItemsAndTheProducts(Layout layout) {
        JsonNode answer =
                service.json("/overview/sequential?userId=3&factor=7&sharedMemory=5&layout=" + layout.label());

        assertThat(answer.get("userId").intValue()).isEqualTo(3);
        assertThat(answer.at("/posts/items")).hasSize(2);
        assertThat(answer.at("/posts/items/0/userId").intValue()).isEqualTo(3);
        assertThat(answer.at("/posts/items/0/comments")).hasSize(5);
        assertThat(answer.at("/albums/items/1/photos")).hasSize(10);
        assertThat(answer.at("/posts/multiplied/size").intValue()).isEqualTo(1_250_000);
        assertThat(answer.at("/albums/multiplied/size").intValue()).isEqualTo(625_000);
        // 1..1000 add up to 500,500.
        assertThat(answer.at("/posts/multiplied/checksum").longValue()).isEqualTo(1_250L * 500_500 * 7);
        assertThat(answer.at("/albums/multiplied/checksum").longValue()).isEqualTo(625L * 500_500 * 7);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void aTraceTellsWhichThreadRanWhichTaskAndWhen(String strategy) {
        JsonNode trace = service.json("/trace/" + strategy + "?userId=3&sharedMemory=0.5");

        assertThat(trace.get("strategy").stringValue()).isEqualTo(strategy);
        assertThat(trace.get("httpThread").stringValue()).startsWith("http-");
        assertThat(trace.get("tasks")).hasSize(7).allSatisfy(task -> {
            assertThat(task.get("readyMs").doubleValue()).isLessThanOrEqualTo(task.get("startMs").doubleValue());
            assertThat(task.get("endMs").doubleValue()).isLessThanOrEqualTo(trace.get("totalMs").doubleValue());
            assertThat(task.get("thread").stringValue()).isNotEmpty();
        });
        assertThat(trace.get("tasks")).extracting(task -> task.get("group").intValue())
                .containsExactlyInAnyOrder(0, 0, 1, 1, 0, 1, -1);
    }

    @Test
    void whatIsNotGivenIsRandomWithinBounds() {
        for (int i = 0; i < 20; i++) {
            JsonNode answer = service.json("/overview/sequential?sharedMemory=0");

            assertThat(answer.get("userId").intValue()).isBetween(1, 10);
            assertThat(answer.at("/posts/multiplied/factor").intValue()).isBetween(2, 100);
            assertThat(answer.at("/albums/multiplied/factor").intValue()).isBetween(2, 100);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void theHeaderTellsWhereTheTimeWent(String strategy) {
        String header = service.get("/overview/" + strategy + "?sharedMemory=0")
                .headers().firstValue("Server-Timing").orElseThrow();

        List<String> names = Stream.of(header.split(", "))
                .map(entry -> entry.substring(0, entry.indexOf(";dur="))).toList();
        assertThat(names)
                .containsExactlyInAnyOrder(
                        "posts-queue", "posts-io", "comments-queue", "comments-io", "albums-queue", "albums-io",
                        "photos-queue", "photos-io", "combine-posts-queue", "combine-posts-cpu",
                        "combine-albums-queue", "combine-albums-cpu", "join-queue", "join-cpu", "dispatch", "path-wait",
                        "path-wire", "path-run", "path-core", "path-gc", "total");
        assertThat(Stream.of("wait", "wire", "run", "core", "gc").mapToDouble(part -> millis(header, "path-" + part)).sum())
                .as("the parts of the path, without HTTP around the strategy")
                .isBetween(0.0, millis(header, "total") + 0.01);
        assertThat(header.split(", ")).allMatch(entry -> entry.matches("[a-z-]+;dur=\\d+\\.\\d{3}"));
    }

    private static double millis(String header, String entry) {
        String rest = header.substring(header.indexOf(entry + ";dur=") + entry.length() + ";dur=".length());
        return Double.parseDouble(rest.split(",")[0]);
    }

    @Test
    void publishedPoolsAreABudgetToo() {
        service.get("/overview/sequential?budget=published&sharedMemory=0");

        // As published, this strategy is bounded by the HTTP threads alone.
        assertThat(service.get("/internal/resources").body())
                .contains("\"strategy\":\"sequential\",\"budget\":{\"ioConcurrency\":20,\"cpuConcurrency\":20");
    }

    @Test
    void aRequestThatComesWhileAnotherIsServedIsAnsweredAfterIt() throws Exception {
        CountDownLatch stubborn = new CountDownLatch(1);
        TestStrategies.holdStubborn(stubborn);
        String one = "GET /overview/test-stubborn HTTP/1.1\r\nHost: x\r\n\r\n";
        String two = "GET /overview/sequential?userId=2&sharedMemory=0 HTTP/1.1\r\nHost: x\r\n"
                + "Connection: close\r\n\r\n";
        try (Socket socket = service.connect();
                InputStream in = socket.getInputStream()) {
            socket.setSoTimeout((int) Await.LONG.toMillis());
            socket.getOutputStream().write(one.getBytes(StandardCharsets.US_ASCII));
            service.get("/health/live");
            socket.getOutputStream().write(two.getBytes(StandardCharsets.US_ASCII));
            stubborn.countDown();

            String answers = new String(in.readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answers.split("HTTP/1.1 200 ")).hasSize(3);
            assertThat(answers).contains("{\"userId\":2,");
        }
    }

    @Test
    void manyRequestsOnAFewConnectionsAreAllAnswered() throws Exception {
        int connections = 8;
        int requests = 100;
        try (ExecutorService clients = Executors.newFixedThreadPool(connections)) {
            List<Future<Integer>> answered = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                String path = i % 2 == 0 ? "/health/live" : "/overview/http-async?sharedMemory=0&userId=1";
                answered.add(clients.submit(() -> exchange(path, requests)));
            }
            for (Future<Integer> count : answered) {
                assertThat(count.get()).isEqualTo(requests);
            }
        }
        assertThat(service.get("/metrics").body()).doesNotContain("http_response_status_code=\"499\"");
    }

    /** Sends the next request as soon as the last byte of an answer is there. */
    private static int exchange(String path, int requests) throws IOException {
        byte[] request = ("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        int answered = 0;
        try (Socket socket = service.connect();
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            socket.setSoTimeout(10_000);
            while (answered < requests) {
                socket.getOutputStream().write(request);
                String line = in.readLine();
                assertThat(line).startsWith("HTTP/1.1 200 ");
                int length = -1;
                while (!(line = in.readLine()).isEmpty()) {
                    if (line.startsWith("Content-Length: ")) {
                        length = Integer.parseInt(line.substring("Content-Length: ".length()));
                    }
                }
                assertThat(length).isPositive();
                assertThat(in.skip(length)).isEqualTo(length);
                answered++;
            }
        }
        return answered;
    }
}
