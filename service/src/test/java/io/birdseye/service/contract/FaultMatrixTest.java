package io.birdseye.service.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.StrategyEntry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Each fault of each upstream, met by all strategies at once: each answers with the documented status, in bounded time,
 * and the next request is right. {@link HttpContractTest} looks closer at fewer faults, one strategy at a time.
 */
class FaultMatrixTest {

    private static final List<String> UPSTREAMS = List.of("posts", "comments", "albums", "photos");
    private static final int MAX_BODY = 100_000;
    private static final Duration DEADLINE = Duration.ofMillis(500);

    private static FakeUpstream upstream;
    private static RunningService patient;
    private static RunningService quick;
    private static String answer;

    /** @param kind of the failure that a 502 names; empty for another status */
    record Fault(String name, Behaviour behaviour, int status, String kind) {

        static Fault broken(String name, Behaviour behaviour, String kind) {
            return new Fault(name, behaviour, 502, kind);
        }

        static Fault late(String name, Behaviour behaviour) {
            return new Fault(name, behaviour, 504, "");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Fault> FAULTS = List.of(
            Fault.broken("status 500", Behaviour.status("500 Internal Server Error", 10), "status"),
            Fault.broken("status 404", Behaviour.status("404 Not Found", 0), "status"),
            Fault.broken("status 503 with a long page", Behaviour.status("503 Busy", 90_000), "status"),
            Fault.broken("a redirect", Behaviour.status("302 Found", 0), "status"),
            Fault.broken("no content", Behaviour.status("204 No Content", 0), "status"),
            Fault.broken("reset", Behaviour.reset(), "reset"),
            Fault.broken("hang up", Behaviour.hangUp(), "reset"),
            Fault.broken("gibberish", Behaviour.gibberish(), "reset"),
            Fault.broken("a header that never ends", Behaviour.endlessHead("b"), "reset"),
            Fault.broken("headers without end", Behaviour.endlessHead("\r\nA: b"), "reset"),
            Fault.broken("truncated body", Behaviour.truncated(), "reset"),
            Fault.broken("empty body", Behaviour.body(""), "empty"),
            Fault.broken("empty chunked body", Behaviour.chunked(new byte[0]), "empty"),
            Fault.broken("malformed body", Behaviour.body("[{\"id\":1,"), "malformed"),
            Fault.broken("another shape", Behaviour.body("{\"id\":1}"), "malformed"),
            Fault.broken("another encoding", Behaviour.body("\u00ff\u00fe[]".getBytes(ISO_8859_1)), "malformed"),
            Fault.broken("an id twice", Behaviour.body(
                    "[{\"id\":1,\"userId\":3,\"postId\":1,\"albumId\":1,\"id\":2}]"), "malformed"),
            Fault.broken("nested without end", Behaviour.body("[".repeat(90_000)), "malformed"),
            Fault.broken("announced oversize", Behaviour.announcing(MAX_BODY + 1), "oversize"),
            Fault.broken("huge announced oversize", Behaviour.announcing(1L << 40), "oversize"),
            Fault.broken("endless body", Behaviour.endless(), "oversize"),
            Fault.late("stall", Behaviour.stall()),
            Fault.late("stall in the body", Behaviour.stallInBody()),
            Fault.late("announced and silent", Behaviour.announcing(MAX_BODY)));

    @BeforeAll
    static void start() {
        upstream = new FakeUpstream();
        patient = service(Duration.ofMinutes(1));
        quick = service(DEADLINE);
        answer = patient.get(House.path("sequential")).body();
        assertThat(answer).contains("\"items\"");
        Await.until("all strategies run", () -> areRight(ask(patient)) && areRight(ask(quick)));
    }

    private static RunningService service(Duration deadline) {
        return new RunningService(
                upstream,
                "--deadline=" + deadline.toMillis() + "ms",
                "--max-body=" + MAX_BODY,
                "--default-io=" + House.IO,
                "--http-threads=40",
                "--max-pools=100");
    }

    @AfterAll
    static void stop() {
        quick.close();
        patient.close();
        upstream.close();
    }

    static Stream<Arguments> faults() {
        return UPSTREAMS.stream().flatMap(name -> FAULTS.stream().map(fault -> Arguments.of(name, fault)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("faults")
    void everyStrategyAnswersAsDocumentedAndTheNextRequestIsRight(String name, Fault fault) {
        RunningService service = fault.status() == 504 ? quick : patient;
        upstream.behave("/" + name, fault.behaviour());

        Map<String, HttpResponse<String>> answers = ask(service);

        upstream.behaveWell();
        answers.forEach((strategy, response) -> assertFailed(strategy, response, name, fault));
        if (service == patient) {
            assertThat(ask(service))
                    .allSatisfy((strategy, next) -> assertThat(next.body()).as(strategy).isEqualTo(answer));
        } else {
            // A busy machine may miss so short a deadline.
            Await.until("the next requests are right", () -> areRight(ask(service)));
        }
        Await.until("nothing is in progress", () -> upstream.busyConnections() == 0 && inProgress(service) == 0);
    }

    private static void assertFailed(String strategy, HttpResponse<String> response, String name, Fault fault) {
        assertThat(response.statusCode()).as(strategy + ": " + response.body()).isEqualTo(fault.status());
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("Server-Timing").orElseThrow()).contains("total;dur=");
        assertThat(response.body()).as(strategy).doesNotContain("Exception");
        JsonNode problem = RunningService.parse(response);
        if (fault.status() == 502) {
            assertThat(problem.path("upstream").asString()).as(strategy + ": " + response.body()).isEqualTo(name);
            assertThat(problem.path("kind").asString()).as(strategy).isEqualTo(fault.kind());
            assertThat(problem.path("detail").asString()).as(strategy).contains("'" + name + "'");
        } else {
            assertThat(problem.path("type").asString()).as(strategy).endsWith("/deadline-exceeded");
        }
    }

    @Test
    void whereNoUpstreamListensEveryStrategyAnswersWithABadGateway() {
        FakeUpstream gone = new FakeUpstream();
        gone.close();
        try (RunningService lonely = new RunningService(gone, "--http-threads=40", "--max-pools=100", "--deadline=1m")) {
            assertThat(ask(lonely)).isNotEmpty().allSatisfy((strategy, response) -> {
                assertThat(response.statusCode()).as(strategy).isEqualTo(502);
                assertThat(RunningService.parse(response).path("kind").asString()).as(strategy).isEqualTo("connect");
            });
            Await.until("every answer is counted", () -> inProgress(lonely) == 0);
        }
    }

    /** One request to each strategy, all at once. That it takes longer than the patience of a test is a hang. */
    private static Map<String, HttpResponse<String>> ask(RunningService service) {
        Map<String, CompletableFuture<HttpResponse<String>>> asked = new TreeMap<>();
        House.strategies().map(StrategyEntry::name).forEach(strategy -> asked.put(
                strategy,
                service.getAsync(House.path(strategy)).orTimeout(Await.LONG.toSeconds(), TimeUnit.SECONDS)));
        Map<String, HttpResponse<String>> answers = new TreeMap<>();
        asked.forEach((strategy, response) -> answers.put(strategy, response.join()));
        return answers;
    }

    private static boolean areRight(Map<String, HttpResponse<String>> answers) {
        return answers.values().stream().allMatch(response -> response.body().equals(answer));
    }

    private static int inProgress(RunningService service) {
        return service.json("/internal/resources").at("/requests/inProgress").intValue();
    }
}
