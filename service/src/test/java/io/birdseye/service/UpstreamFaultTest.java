package io.birdseye.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class UpstreamFaultTest {

    /** One for each of the two HTTP clients. */
    private static final List<String> CLIENTS = List.of("sequential", "http-async");

    private static FakeUpstream upstream;
    private static RunningService service;

    @BeforeAll
    static void start() {
        upstream = new FakeUpstream();
        service = new RunningService(upstream, "--max-body=100000", "--deadline=1m");
    }

    @AfterAll
    static void stop() {
        service.close();
        upstream.close();
    }

    @BeforeEach
    void behaveWell() {
        upstream.behaveWell();
    }

    record Fault(String name, Behaviour behaviour, String kind) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Arguments> faults() {
        List<Fault> faults = List.of(
                new Fault("status 500", Behaviour.status("500 Internal Server Error", 10), "STATUS"),
                new Fault("status 503 with a long page", Behaviour.status("503 Busy", 90_000), "STATUS"),
                new Fault("a redirect", Behaviour.status("302 Found", 0), "STATUS"),
                new Fault("no content", Behaviour.status("204 No Content", 0), "STATUS"),
                new Fault("reset", Behaviour.reset(), "RESET"),
                new Fault("hang up", Behaviour.hangUp(), "RESET"),
                new Fault("gibberish", Behaviour.gibberish(), "RESET"),
                new Fault("a header that never ends", Behaviour.endlessHead("b"), "RESET"),
                new Fault("headers without end", Behaviour.endlessHead("\r\nA: b"), "RESET"),
                new Fault("truncated body", Behaviour.truncated(), "RESET"),
                new Fault("empty body", Behaviour.body(""), "EMPTY"),
                new Fault("empty chunked body", Behaviour.chunked(new byte[0]), "EMPTY"),
                new Fault("malformed body", Behaviour.body("[{\"id\":1,"), "MALFORMED"),
                new Fault("another shape", Behaviour.body("{\"id\":1}"), "MALFORMED"),
                new Fault("announced oversize", Behaviour.announcing(100_001), "OVERSIZE"),
                new Fault("huge announced oversize", Behaviour.announcing(1L << 40), "OVERSIZE"),
                new Fault("endless body", Behaviour.endless(), "OVERSIZE"));
        return CLIENTS.stream().flatMap(client -> faults.stream().map(fault -> Arguments.of(client, fault)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultIsABadGatewayThatNamesTheUpstream(String strategy, Fault fault) {
        upstream.behave("/albums", fault.behaviour());

        HttpResponse<String> response = service.get("/overview/" + strategy + "?sharedMemory=0");

        assertThat(response.statusCode()).isEqualTo(502);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("Server-Timing").orElseThrow()).contains("posts-io;dur=");
        JsonNode problem = RunningService.parse(response);
        assertThat(problem.get("upstream").stringValue()).isEqualTo("albums");
        assertThat(problem.get("kind").stringValue()).isEqualTo(fault.kind());
        assertThat(problem.get("detail").stringValue()).contains("'albums'").doesNotContain("Exception");
        upstream.behaveWell();
        assertThat(service.get("/overview/" + strategy + "?sharedMemory=0").statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async"})
    void aBodyInChunksIsReadLikeAnyOther(String strategy) {
        String query = "/overview/" + strategy + "?sharedMemory=0&userId=1&factor=2";
        String expected = service.get(query).body();
        String posts = "[{\"userId\":1,\"id\":1,\"title\":\"" + "long ".repeat(15_000) + "\"}]";
        upstream.behave("/posts", Behaviour.chunked(posts.getBytes(US_ASCII)));

        HttpResponse<String> response = service.get(query);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("long long long").isNotEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async"})
    void anUpstreamThatIsNotThereIsABadGateway(String strategy) {
        FakeUpstream gone = new FakeUpstream();
        gone.close();
        try (RunningService lonely = new RunningService(gone)) {
            HttpResponse<String> response = lonely.get("/overview/" + strategy + "?sharedMemory=0");

            assertThat(response.statusCode()).isEqualTo(502);
            assertThat(RunningService.parse(response).get("kind").stringValue()).isEqualTo("CONNECT");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async"})
    void aFaultEndsTheCallsBesideIt(String strategy) {
        upstream.behave("/posts", Behaviour.stall());
        upstream.behave("/photos", Behaviour.stallInBody());
        upstream.behave("/albums", Behaviour.reset());
        if (strategy.equals("sequential")) {
            // It has one call on the wire at a time, so the others must come through.
            upstream.behaveWell();
            upstream.behave("/albums", Behaviour.reset());
        }
        int before = upstream.openConnections();

        assertThat(service.get("/overview/" + strategy + "?sharedMemory=0").statusCode())
                .isEqualTo(502);

        Await.until("calls are aborted", () -> upstream.openConnections() <= Math.max(before, 4));
        Await.until(
                "nothing is in progress",
                () -> service.json("/internal/resources").at("/requests/inProgress").intValue() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async"})
    void anUpstreamThatAnnouncesMuchAndIsSilentCostsLittle(String strategy) {
        try (RunningService impatient = new RunningService(upstream, "--deadline=300ms")) {
            String path = "/overview/" + strategy + "?sharedMemory=0";
            impatient.get(path);
            upstream.behave("/posts", Behaviour.announcing(16_000_000));
            ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long allocated = memory.getTotalThreadAllocatedBytes();

            assertThat(impatient.get(path).statusCode()).isEqualTo(504);

            assertThat(memory.getTotalThreadAllocatedBytes() - allocated).isLessThan(8_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"executor", "http-async"})
    void theBodiesOfAllRequestsTogetherHaveALimit(String strategy) {
        CountDownLatch gate = new CountDownLatch(1);
        String posts = "[{\"userId\":1,\"id\":1,\"title\":\"" + "long ".repeat(40_000) + "\"}]";
        try (RunningService small = new RunningService(upstream, "--max-body=250000", "--max-body-total=300000")) {
            String path = "/overview/" + strategy + "?sharedMemory=0&userId=1";
            upstream.behave("/posts", Behaviour.body(posts));
            upstream.behave("/comments", Behaviour.after(gate, Behaviour.body("[]")));
            upstream.requests().clear();
            var first = small.getAsync(path);
            Await.until("only the comments are missing", () -> upstream.requests().size() == 4
                    && upstream.busyConnections() == 1);
            Await.until("its bodies are in", () -> small.get(path).statusCode() == 503);
            gate.countDown();

            assertThat(first.join().statusCode()).isEqualTo(200);
            Await.until("there is room again", () -> small.get(path).statusCode() == 200);
        }
    }

    @Test
    void connectionsAreUsedAgain() {
        service.get("/overview/sequential?sharedMemory=0");
        int before = upstream.openConnections();

        for (int i = 0; i < 10; i++) {
            service.get("/overview/sequential?sharedMemory=0");
        }

        assertThat(upstream.openConnections()).isEqualTo(before);
    }
}
