package io.birdseye.service.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.Stderr;
import io.birdseye.strategy.StrategyEntry;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The faults of upstreams. By day each strategy meets each fault once, and from fault to fault all go on to the next of the
 * four upstreams. By night all meet all.
 */
@Isolated // it looks at what the JVM shares
class FaultTest {

    private static final int MAX_BODY = House.MAX_BODY;
    private static final long MEGABYTES = 1 << 20;
    private static final LongAdder SENT_WITHOUT_END = new LongAdder();

    @AutoClose
    private static House house = new House((int) House.strategies().count());

    /** What an upstream does; what has to come of it is said by the situation. */
    enum Fault {
        STATUS_500(Situation.ONE_FAILS, Behaviour.status("500 Internal Server Error", 10)),
        STATUS_404(Situation.ONE_FAILS, Behaviour.status("404 Not Found", 0)),
        STATUS_503_WITH_A_LONG_PAGE(Situation.ONE_FAILS, Behaviour.status("503 Busy", 90_000)),
        REDIRECT(Situation.ONE_FAILS, Behaviour.status("302 Found", 0)),
        NO_CONTENT(Situation.ONE_FAILS, Behaviour.status("204 No Content", 0)),
        RESET(Situation.RESET, Behaviour.reset()),
        HANG_UP(Situation.RESET, Behaviour.hangUp()),
        GIBBERISH(Situation.RESET, Behaviour.gibberish()),
        A_HEADER_WITHOUT_END(Situation.RESET, Behaviour.endlessHead("b")),
        HEADERS_WITHOUT_END(Situation.RESET, Behaviour.endlessHead("\r\nA: b")),
        TRUNCATED_BODY(Situation.RESET, Behaviour.truncated()),
        EMPTY_BODY(Situation.EMPTY, Behaviour.body("")),
        EMPTY_CHUNKED_BODY(Situation.EMPTY, Behaviour.chunked(new byte[0])),
        MALFORMED_BODY(Situation.MALFORMED, Behaviour.body("[{\"id\":1,")),
        ANOTHER_SHAPE(Situation.MALFORMED, Behaviour.body("{\"id\":1}")),
        ANOTHER_ENCODING(Situation.MALFORMED, Behaviour.body("\u00ff\u00fe[]".getBytes(ISO_8859_1))),
        AN_ID_TWICE(Situation.MALFORMED, Behaviour.body("[{\"id\":1,\"userId\":3,\"postId\":1,\"albumId\":1,\"id\":2}]")),
        NESTED_WITHOUT_END(Situation.MALFORMED, Behaviour.body("[".repeat(90_000))),
        ANNOUNCED_OVERSIZE(Situation.OVERSIZE, Behaviour.announcing(MAX_BODY + 1)),
        HUGE_ANNOUNCED_OVERSIZE(Situation.OVERSIZE, Behaviour.announcing(1L << 40)),
        A_BODY_WITHOUT_END(Situation.OVERSIZE, Behaviour.endless(SENT_WITHOUT_END)),
        STALL(Situation.STALL, Behaviour.stall()),
        ANNOUNCED_AND_SILENT(Situation.STALL, Behaviour.announcing(MAX_BODY)),
        STALL_IN_BODY(Situation.STALL_IN_BODY, Behaviour.stallInBody()),
        SLOW_BODY(Situation.SLOW_BODY, path -> FakeUpstream.dribbling(path, 5, Duration.ofMillis(10))),
        /** No fault: a body in one chunk that comes in several reads. */
        A_LARGE_CHUNK(Situation.SAME_ANSWER, path -> FakeUpstream.inOneChunk(path, 75_000));

        private final Situation situation;
        private final Function<String, Behaviour> behaviour;

        Fault(Situation situation, Behaviour behaviour) {
            this(situation, path -> behaviour);
        }

        Fault(Situation situation, Function<String, Behaviour> behaviour) {
            this.situation = situation;
            this.behaviour = behaviour;
        }

        boolean endsAtTheDeadline() {
            return situation == Situation.STALL || situation == Situation.STALL_IN_BODY;
        }
    }

    static Stream<Arguments> byDay() {
        return cases(House.strategiesByDay().toList(), (fault, upstream) -> fault.ordinal() % House.PATHS.size() == upstream);
    }

    static Stream<Arguments> byNight() {
        return cases(House.strategies().toList(), (fault, upstream) -> true);
    }

    private static Stream<Arguments> cases(List<StrategyEntry> strategies, BiPredicate<Fault, Integer> meets) {
        return Stream.of(Fault.values()).flatMap(fault -> IntStream.range(0, House.PATHS.size())
                .filter(upstream -> meets.test(fault, upstream))
                .mapToObj(upstream -> Arguments.of(fault, House.PATHS.get(upstream), strategies)));
    }

    @ParameterizedTest(name = "{0} of {1}")
    @MethodSource("byDay")
    void aStrategyAnswersAsDocumentedAndTheNextRequestIsRight(Fault fault, String path, List<StrategyEntry> strategies)
            throws Exception {
        meet(fault, path, strategies);
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0} of {1}")
    @MethodSource("byNight")
    void everyStrategyMeetsEveryFaultOfEveryUpstream(Fault fault, String path, List<StrategyEntry> strategies)
            throws Exception {
        meet(fault, path, strategies);
    }

    private static void meet(Fault fault, String path, List<StrategyEntry> strategies) throws Exception {
        house.ready(strategies);
        RunningService service = fault.endsAtTheDeadline() ? house.quick() : house.patient();
        SENT_WITHOUT_END.reset();
        long allocated = allocated();
        String stderr = Stderr.during(() -> {
            house.upstream().behave(path, fault.behaviour.apply(path));
            House.ask(service, strategies)
                    .forEach((strategy, response) -> assertAnswer(fault, path.substring(1), strategy, response));
            if (fault.situation == Situation.OVERSIZE) {
                Await.until("the upstream can send no more", () -> house.upstream().busyConnections() == 0);
                long most = 16 * MEGABYTES * strategies.size();
                assertThat(allocated() - allocated).as("allocated").isLessThan(most);
                assertThat(SENT_WITHOUT_END.sum()).as("bytes that went into sockets").isLessThan(most);
            }
            house.upstream().behaveWell();
            assertThat(House.ask(house.patient(), strategies))
                    .allSatisfy((strategy, next) -> assertThat(next.body()).isEqualTo(house.answer()));
            house.settle(strategies);
        });
        assertThat(stderr).isEmpty();
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
    }

    private static void assertAnswer(Fault fault, String upstream, String strategy, HttpResponse<String> response) {
        String told = strategy + ": " + response.body();
        switch (fault.situation) {
            case SAME_ANSWER -> assertThat(response.body()).as(strategy).isEqualTo(house.answer());
            case SLOW_BODY -> {
                assertThat(response.body()).as(strategy).isEqualTo(house.answer());
                assertThat(RunningService.total(response)).as(strategy).isGreaterThanOrEqualTo(Duration.ofMillis(50));
            }
            case STALL, STALL_IN_BODY -> {
                assertThat(RunningService.problem(response, 504).path("type").asString()).as(told).endsWith("/deadline-exceeded");
                assertThat(RunningService.total(response)).as(strategy).isGreaterThanOrEqualTo(House.DEADLINE);
            }
            default -> {
                JsonNode problem = RunningService.problem(response, 502);
                assertThat(problem.path("upstream").asString()).as(told).isEqualTo(upstream);
                assertThat(problem.path("detail").asString()).as(told).contains("'" + upstream + "'");
                assertThat(problem.path("kind").asString()).as(told)
                        .isEqualTo(fault.situation == Situation.ONE_FAILS ? "status" : fault.situation.name().toLowerCase(Locale.ROOT));
            }
        }
    }

    @Test
    void whereNoUpstreamListensAStrategyAnswersWithABadGateway() {
        FakeUpstream gone = new FakeUpstream();
        gone.close();
        try (RunningService lonely = House.service(gone, Duration.ofMinutes(1))) {
            assertThat(House.ask(lonely, House.strategiesByDay().toList())).isNotEmpty().allSatisfy((strategy, response) ->
                    assertThat(RunningService.problem(response, 502).path("kind").asString()).as(strategy).isEqualTo("connect"));
        }
    }

    /** Of 16 MB, over each of the two clients. */
    @ParameterizedTest
    @ValueSource(strings = {"sequential", "http-async"})
    void anUpstreamThatAnnouncesMuchAndIsSilentCostsLittle(String strategy) {
        try (RunningService impatient = new RunningService("--deadline=300ms")) {
            impatient.get(House.path(strategy));
            impatient.upstream().behave("/posts", Behaviour.announcing(16_000_000));
            long allocated = allocated();

            assertThat(impatient.get(House.path(strategy)).statusCode()).isEqualTo(504);

            assertThat(allocated() - allocated).isLessThan(8 * MEGABYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"executor", "http-async"})
    void theBodiesOfAllRequestsTogetherHaveALimit(String strategy) {
        CountDownLatch gate = new CountDownLatch(1);
        try (RunningService small = new RunningService("--max-body=250000", "--max-body-total=300000")) {
            FakeUpstream upstream = small.upstream();
            upstream.behave("/posts", FakeUpstream.inOneChunk("/posts", 200_000));
            upstream.behave("/comments", Behaviour.after(gate, Behaviour.body("[]")));
            var first = small.getAsync(House.path(strategy));
            Await.until("only the comments are missing", () -> upstream.requests().size() == 4 && upstream.busyConnections() == 1);
            Await.until("its bodies are in", () -> small.get(House.path(strategy)).statusCode() == 503);
            gate.countDown();

            assertThat(first.join().statusCode()).isEqualTo(200);
            Await.until("there is room again", () -> small.get(House.path(strategy)).statusCode() == 200);
        }
    }

    @Test
    void connectionsAreUsedAgain() {
        try (RunningService service = new RunningService()) {
            service.get(House.path("sequential"));
            int before = service.upstream().openConnections();

            for (int i = 0; i < 10; i++) {
                service.get(House.path("sequential"));
            }

            assertThat(service.upstream().openConnections()).isEqualTo(before);
        }
    }
}
