package io.birdseye.service.contract;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.ServiceProcess;
import io.birdseye.strategy.StrategyEntry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@link Situation#ERROR_IN_CALL} and {@link Situation#ERROR_IN_COMBINATION}: real errors, in one process whose heap is
 * too small for a body and for a combination. Both need one large array, so all else finds room.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorContractTest {

    /** 20 MB of it are for new objects, 180 MB for old ones. */
    private static final List<String> HEAP = List.of("-XX:+UseSerialGC", "-Xmx200m", "-Xms200m", "-Xmn20m");

    /** Two lists of 70 MB, which fill most of the heap; a combination makes a third one. */
    private static final int MEGABYTES = 70;

    private static final int BODY_BYTES = 190_000_000;
    private static final int AT_ONCE = 4;

    private final FakeUpstream upstream = new FakeUpstream();
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private ServiceProcess service;
    private String expected;

    @BeforeAll
    void start() throws Exception {
        service = ServiceProcess.start(
                upstream,
                HEAP,
                "--memory-sizes=0," + MEGABYTES,
                "--max-body=" + BODY_BYTES,
                "--max-body-total=" + 100L * BODY_BYTES,
                "--deadline=30s",
                "--default-io=" + House.IO,
                "--default-cpu=" + House.CPU,
                "--max-pools=100");
        expected = ask(House.path("sequential")).join().body();
    }

    @AfterAll
    void stop() {
        service.close();
        client.close();
        upstream.close();
    }

    static Stream<StrategyEntry> strategies() {
        return House.strategies();
    }

    @ParameterizedTest(name = "ERROR_IN_CALL: {0}")
    @MethodSource("strategies")
    void aBodyForWhichThereIsNoRoomFailsItsRequestOnly(StrategyEntry entry) throws Exception {
        upstream.behave("/photos", (socket, out) -> {
            out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + BODY_BYTES + "\r\n\r\n").getBytes(US_ASCII));
            while (true) {
                out.write(new byte[8_192]); // until the client has had enough
            }
        });
        failThenAnswer(entry, House.path(entry.name()));
    }

    @ParameterizedTest(name = "ERROR_IN_COMBINATION: {0}")
    @MethodSource("strategies")
    void aCombinationForWhichThereIsNoRoomFailsItsRequestOnly(StrategyEntry entry) throws Exception {
        String tooLarge = "?layout=primitive&sharedMemory=" + MEGABYTES;
        failThenAnswer(entry, House.path(entry.name()).replace("?sharedMemory=0", tooLarge));
    }

    private void failThenAnswer(StrategyEntry entry, String failing) throws Exception {
        List<CompletableFuture<HttpResponse<String>>> failed =
                Stream.generate(() -> ask(failing)).limit(AT_ONCE).toList();
        for (CompletableFuture<HttpResponse<String>> answer : failed) {
            HttpResponse<String> response = answer.get(60, TimeUnit.SECONDS);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        }
        upstream.behaveWell();

        HttpResponse<String> next = ask(House.path(entry.name())).get(60, TimeUnit.SECONDS);

        assertThat(next.statusCode()).as(next.body()).isEqualTo(200);
        assertThat(next.body()).isEqualTo(expected);
        Await.until("all places are free", () -> running() == 0);
        assertThat(ask("/health/ready").join().statusCode()).isEqualTo(200);
    }

    /** Requests in progress, their calls and combinations. */
    private int running() {
        JsonNode resources = JsonMapper.shared().readTree(ask("/internal/resources").join().body());
        int running = resources.at("/requests/inProgress").intValue();
        for (JsonNode pool : resources.get("concurrency")) {
            for (String count : List.of("inProgress", "ioRunning", "cpuRunning")) {
                running += pool.get(count).intValue();
            }
        }
        return running;
    }

    private CompletableFuture<HttpResponse<String>> ask(String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create(service.address() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
