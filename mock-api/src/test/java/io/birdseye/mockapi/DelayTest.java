package io.birdseye.mockapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayTest {

    @AutoClose
    private final TestClient client = new TestClient(MockApi.start(UpstreamSettings.none()));

    @ParameterizedTest
    @CsvSource({
        "150ms, 150",
        "0.15s, 150",
        "150000us, 150",
        "uniform:100ms:130ms, 100",
        "lognormal:120ms:0, 120",
        "dribble:4:200ms, 200"
    })
    void anAnswerIsNeverEarly(String delay, long atLeastMillis) throws Exception {
        String undelayed = client.get("/albums").body();
        long start = System.nanoTime();

        HttpResponse<String> answer = client.get("/albums?delay=" + delay);

        assertThat((System.nanoTime() - start) / 1_000_000).isGreaterThanOrEqualTo(atLeastMillis);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(undelayed);
    }

    @Test
    void aRouteWithoutADelayOfItsOwnHasTheDefault() throws Exception {
        client.apply("""
                {"default": {"fixedDelayMilliseconds": 60000},
                 "routes": {"users": {"fixedDelayMilliseconds": 0}}}""");

        assertThat(client.get("/users").statusCode()).isEqualTo(200);
        try (Socket waiting = client.request("/posts")) {
            TestClient.await("one answer waits", () -> client.gauge("pendingDelays") == 1);
            assertThat(waiting.isConnected()).isTrue();
        }
        assertThat(client.get("/posts?delay=0ms").statusCode()).isEqualTo(200);
    }

    @Test
    void aDribbledBodyComesInAsManyChunksAsAskedFor() throws Exception {
        String body = client.get("/albums").body();
        StringBuilder received = new StringBuilder();
        List<Integer> chunks = new ArrayList<>();
        try (Socket socket = client.request("/albums?delay=dribble:7:70ms");
                InputStream in = socket.getInputStream()) {
            String head = readUntil(in, "\r\n\r\n");
            assertThat(head).contains("HTTP/1.1 200 OK").containsIgnoringCase("transfer-encoding: chunked");
            int size;
            while ((size = Integer.parseInt(readUntil(in, "\r\n").strip(), 16)) > 0) {
                chunks.add(size);
                received.append(new String(in.readNBytes(size), StandardCharsets.UTF_8));
                readUntil(in, "\r\n");
            }
        }

        assertThat(chunks).hasSize(7);
        assertThat(chunks.stream().mapToInt(Integer::intValue).summaryStatistics())
                .satisfies(sizes -> assertThat(sizes.getMax() - sizes.getMin()).isLessThanOrEqualTo(1));
        assertThat(received).hasToString(body);
    }

    @Test
    void aClientOfHttp10GetsItsDribbleWithoutChunks() throws Exception {
        String answer = client.bytesUntilClosed("/users?delay=dribble:3:30ms HTTP/1.0\r\nX-Rest:");

        assertThat(answer).contains("content-length: ").endsWith("\r\n\r\n" + client.get("/users").body());
    }

    @Test
    void aConnectionServesOnAfterDelayedAndDribbledAnswers() throws Exception {
        try (Socket socket = client.request("/users?delay=20ms");
                InputStream in = socket.getInputStream()) {
            String body = client.get("/users").body();
            skipAnswer(in);
            socket.getOutputStream()
                    .write("GET /users?delay=dribble:3:30ms HTTP/1.1\r\nHost: mock\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            readUntil(in, "\r\n0\r\n\r\n");
            socket.getOutputStream()
                    .write("GET /users HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200 OK")
                    .endsWith(body);
        }
    }

    @Test
    void headWaitsLikeGetButDoesNotDribble() throws Exception {
        long start = System.nanoTime();

        assertThat(client.send("HEAD", "/users?delay=80ms", "").statusCode()).isEqualTo(200);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(80_000_000);
        assertThat(client.send("HEAD", "/users?delay=dribble:2:1h", "").statusCode()).isEqualTo(200);
    }

    @Test
    void theErrorOfEveryDelayIsRecordedAndCanBeReset() throws Exception {
        for (int i = 0; i < 5; i++) {
            client.get("/users?delay=5ms");
        }
        client.get("/users?delay=dribble:3:6ms");
        client.get("/users");

        JsonObject report = client.object("/__admin/delay-error");
        assertThat(report.getLong("count")).isEqualTo(8);
        assertThat(report.getLong("earlyCount")).isZero();
        assertThat(report.getLong("p50Us")).isLessThanOrEqualTo(report.getLong("p999Us"));
        assertThat(report.getLong("p999Us")).isLessThanOrEqualTo(report.getLong("maxUs"));
        assertThat(decode(report.getString("histogram")).getTotalCount()).isEqualTo(8);
        assertThat(client.send("DELETE", "/__admin/delay-error", "").statusCode()).isEqualTo(204);
        assertThat(client.object("/__admin/delay-error").getLong("count")).isZero();
    }

    private static void skipAnswer(InputStream in) throws Exception {
        Matcher length = Pattern.compile("content-length: (\\d+)").matcher(readUntil(in, "\r\n\r\n"));
        assertThat(length.find()).isTrue();
        in.skipNBytes(Long.parseLong(length.group(1)));
    }

    private static String readUntil(InputStream in, String end) throws Exception {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(end, Math.max(0, read.length() - end.length())) < 0) {
            int next = in.read();
            assertThat(next).as("the connection ended after: %s", read).isNotNegative();
            read.append((char) next);
        }
        return read.toString();
    }

    private final DelayError error = new DelayError();

    @Test
    void lateAndEarlyCountByTheirDistanceInMicroseconds() {
        error.record(10_000_000, 10_250_000);
        error.record(10_000_000, 9_500_000);

        DelayError.Report report = error.report();

        assertThat(report.count()).isEqualTo(2);
        assertThat(report.earlyCount()).isEqualTo(1);
        assertThat(report.p50Us()).isEqualTo(250);
        assertThat(report.maxUs()).isEqualTo(500);
    }

    @Test
    void askingTwiceLosesNothing() throws Exception {
        error.record(0, 3_000);
        error.report();
        error.record(0, 5_000);

        DelayError.Report report = error.report();

        assertThat(report.count()).isEqualTo(2);
        assertThat(decode(report.histogram())).satisfies(histogram -> {
            assertThat(histogram.getTotalCount()).isEqualTo(2);
            assertThat(histogram.getMinValue()).isEqualTo(3);
            assertThat(histogram.getMaxValue()).isEqualTo(5);
        });
    }

    /** Reads what {@link DelayError.Report#histogram()} holds. */
    private static Histogram decode(String base64) throws DataFormatException {
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
    }
}
