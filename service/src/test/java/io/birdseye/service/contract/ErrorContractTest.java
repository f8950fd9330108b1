package io.birdseye.service.contract;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.ServiceProcess;
import io.birdseye.strategy.StrategyEntry;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@link Situation#ERROR_IN_CALL} and {@link Situation#ERROR_IN_COMBINATION}: real errors, in one process whose heap is
 * too small for a body and for a combination. Both need one large array, so all else finds room. By day one strategy of
 * each kind of waiting shows what HTTP makes of an error; the contract without HTTP has errors in all of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorContractTest {

    /** 20 MB of it are for new objects, 180 MB for old ones. */
    private static final List<String> HEAP = List.of("-XX:+UseSerialGC", "-Xmx200m", "-Xms200m", "-Xmn20m");

    /** Two lists of 70 MB, which fill most of the heap; a combination makes a third one. */
    private static final int MEGABYTES = 70;

    private static final int BODY_BYTES = 190_000_000;
    private static final int AT_ONCE = 4;

    @AutoClose
    private final FakeUpstream upstream = new FakeUpstream();

    @AutoClose
    private ServiceProcess service;

    private String expected;

    @BeforeAll
    void start() throws Exception {
        service = ServiceProcess.start(
                upstream, HEAP, "--memory-sizes=0," + MEGABYTES, "--max-body=" + BODY_BYTES,
                "--max-body-total=" + 100L * BODY_BYTES, "--deadline=30s", "--default-io=" + House.IO,
                "--default-cpu=" + House.CPU, "--max-pools=100");
        expected = service.get(House.path("sequential")).body();
    }

    static Stream<Arguments> cases() {
        return cases(House.oneOfEachKind().toList());
    }

    static Stream<Arguments> casesOfTheOthers() {
        List<StrategyEntry> byDay = House.oneOfEachKind().toList();
        return cases(House.strategies().filter(entry -> !byDay.contains(entry)).toList());
    }

    private static Stream<Arguments> cases(List<StrategyEntry> strategies) {
        return Stream.of(Situation.ERROR_IN_CALL, Situation.ERROR_IN_COMBINATION)
                .flatMap(situation -> strategies.stream().map(entry -> Arguments.of(situation, entry)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cases")
    void whatTheHeapHasNoRoomForFailsItsRequestOnly(Situation situation, StrategyEntry entry) throws Exception {
        String path = House.path(entry.name());
        if (situation == Situation.ERROR_IN_COMBINATION) {
            failThenAnswer(entry, path.replace("?sharedMemory=0", "?layout=primitive&sharedMemory=" + MEGABYTES));
            return;
        }
        upstream.behave("/photos", (socket, out) -> {
            out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + BODY_BYTES + "\r\n\r\n").getBytes(US_ASCII));
            while (true) {
                out.write(new byte[8_192]); // until the client has had enough
            }
        });
        failThenAnswer(entry, path);
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("casesOfTheOthers")
    void soItDoesWithAllStrategies(Situation situation, StrategyEntry entry) throws Exception {
        whatTheHeapHasNoRoomForFailsItsRequestOnly(situation, entry);
    }

    private void failThenAnswer(StrategyEntry entry, String failing) throws Exception {
        List<CompletableFuture<HttpResponse<String>>> failed =
                Stream.generate(() -> service.ask(failing)).limit(AT_ONCE).toList();
        for (CompletableFuture<HttpResponse<String>> answer : failed) {
            HttpResponse<String> response = answer.get(60, TimeUnit.SECONDS);
            assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        }
        upstream.behaveWell();

        HttpResponse<String> next = service.get(House.path(entry.name()));

        assertThat(next.statusCode()).as(next.body()).isEqualTo(200);
        assertThat(next.body()).isEqualTo(expected);
        Await.until("all places are free", () -> running() == 0);
        assertThat(service.get("/health/ready").statusCode()).isEqualTo(200);
    }

    /** Requests in progress, their calls and combinations. */
    private int running() {
        JsonNode resources = JsonMapper.shared().readTree(service.get("/internal/resources").body());
        int running = resources.at("/requests/started").intValue() - resources.at("/requests/finished").intValue();
        for (JsonNode pool : resources.get("pools")) {
            for (JsonNode count : pool.get("running")) {
                running += count.intValue();
            }
        }
        return running;
    }
}
