package io.birdseye.service.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.service.TestSettings;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RawHttp;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.Stderr;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The situations that need no service of their own, over every strategy; {@link FaultTest} has the faults of upstreams,
 * {@link StarvedTest}, {@link LifecycleContractTest} and {@link ErrorContractTest} those for which a service is started.
 */
@Isolated // it looks at what the JVM shares
class HttpContractTest {

    /**
     * Refusals and missed deadlines are answered in milliseconds. Seen from outside, a busy machine adds to that, so this
     * bound only tells it from the next reason to answer: the deadline of the patient service, a minute.
     */
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    /** The situations that other classes play. */
    private static final Set<Situation> ELSEWHERE = EnumSet.of(
            Situation.ONE_FAILS, Situation.STALL, Situation.STALL_IN_BODY, Situation.SLOW_BODY, Situation.OVERSIZE, Situation.MALFORMED,
            Situation.RESET, Situation.EMPTY, Situation.NO_THREADS, Situation.ERROR_IN_CALL, Situation.ERROR_IN_COMBINATION, Situation.SIGTERM);

    /**
     * Those in which the server has to notice at once that a client has left (in {@link Situation#FULL}, those that held the places).
     * Tomcat does not look before it writes.
     */
    private static final Set<Situation> WATCHED = EnumSet.of(Situation.CLIENT_LEAVES, Situation.LEAVES_IN_QUEUE, Situation.FULL);

    @AutoClose
    private static House house = new House(1);

    static Stream<Arguments> cases() {
        return cases(House.strategiesByDay().toList());
    }

    /** Behind another server than the service's own. */
    static Stream<Arguments> casesOfTheOthers() {
        List<StrategyEntry> byDay = House.strategiesByDay().toList();
        return cases(House.strategies().filter(entry -> !byDay.contains(entry)).toList());
    }

    private static Stream<Arguments> cases(List<StrategyEntry> strategies) {
        return Stream.of(Situation.values())
                .filter(situation -> !ELSEWHERE.contains(situation))
                .filter(situation -> TestSettings.HOST.equals("grizzly") || !WATCHED.contains(situation))
                .flatMap(situation -> strategies.stream().map(entry -> Arguments.of(situation, entry)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cases")
    void everyStrategyKeepsTheContractOrDeviatesAsDeclared(Situation situation, StrategyEntry entry) throws Exception {
        house.ready(List.of(entry));
        String stderr = Stderr.during(() -> {
            play(situation, entry, situation.deviation(entry).isPresent());
            house.settle(List.of(entry));
        });
        assertThat(stderr).isEmpty();
    }

    @Tag("nightly")
    @ParameterizedTest(name = "{0}: {1}", allowZeroInvocations = true)
    @MethodSource("casesOfTheOthers")
    void soDoThoseThatAreNotPlayedByDay(Situation situation, StrategyEntry entry) throws Exception {
        everyStrategyKeepsTheContractOrDeviatesAsDeclared(situation, entry);
    }

    private void play(Situation situation, StrategyEntry entry, boolean deviates) throws Exception {
        switch (situation) {
            case SAME_ANSWER -> sameAnswer(entry);
            case TWO_FAIL -> {
                twoFail(entry, "/photos", deviates);
                house.quiet();
                twoFail(entry, "/comments", deviates);
            }
            case SIBLINGS -> siblings(entry, deviates);
            case CLIENT_LEAVES -> {
                clientLeaves(entry, "", false);
                house.quiet();
                clientLeaves(entry, "", true);
                house.quiet();
                clientLeaves(entry, "G", false);
            }
            case LEAVES_IN_ANSWER -> leavesInAnswer(entry);
            case HALF_CLOSE -> halfClose(entry);
            case PIPELINED -> pipelined(entry);
            case LEAVES_IN_QUEUE -> leavesInQueue(entry, deviates);
            case FULL -> full(entry);
            default -> throw new AssertionError("another class of tests plays it");
        }
    }

    private void sameAnswer(StrategyEntry entry) {
        assertThat(house.patient().get(House.path(entry.name())).body()).isEqualTo(house.answer());
        for (String layout : List.of("boxed", "primitive")) {
            String query = "?sharedMemory=0.5&userId=7&factor=3&layout=" + layout;
            String expected = house.patient().get("/overview/sequential" + query).body();

            assertThat(expected).contains("\"size\"");
            assertThat(house.patient().get("/overview/" + entry + query).body()).isEqualTo(expected);
        }
    }

    /** @param second of the same group as {@code /posts}, or of the other one */
    private void twoFail(StrategyEntry entry, String second, boolean inTurn) {
        CountDownLatch both = new CountDownLatch(inTurn ? 1 : 2);
        Behaviour failing = Behaviour.together(both, Behaviour.status("500 Oh", 10));
        house.upstream().behave("/posts", failing);
        house.upstream().behave(second, failing);

        JsonNode problem = RunningService.problem(house.patient().get(House.path(entry.name())), 502);

        assertThat(problem.get("upstream").stringValue())
                .isIn(inTurn ? List.of("posts") : List.of("posts", second.substring(1)));
        if (inTurn) {
            assertThat(house.upstream().requests()).containsExactly("/posts");
        }
    }

    private void siblings(StrategyEntry entry, boolean inTurn) {
        CountDownLatch all = new CountDownLatch(inTurn ? 1 : 4);
        if (!inTurn) {
            House.PATHS.forEach(path -> house.upstream().behave(path, Behaviour.together(all, Behaviour.stall())));
        }
        house.upstream().behave("/albums", Behaviour.together(all, Behaviour.reset()));

        JsonNode problem = RunningService.problem(house.patient().get(House.path(entry.name())), 502);

        assertThat(problem.get("upstream").stringValue()).isEqualTo("albums");
        if (inTurn) {
            assertThat(house.upstream().requests()).containsExactly("/posts", "/comments", "/albums");
        }
    }

    /**
     * @param behind what the client sends after its request
     * @param reset whether it ends the connection by a reset
     */
    private void clientLeaves(StrategyEntry entry, String behind, boolean reset) throws IOException {
        house.upstream().behave("/posts", Behaviour.stall());
        try (Socket client = house.ask(house.patient(), entry)) {
            Await.until("the call is on the wire", () -> house.upstream().requests().contains("/posts"));
            client.getOutputStream().write(behind.getBytes(StandardCharsets.US_ASCII));
            client.setSoLinger(reset, 0);
        }
        Await.until("its place is free", () -> House.running(house.patient(), entry).requests() == 0);
        Await.until("its calls are off the wire", () -> house.upstream().busyConnections() == 0);
    }

    private void leavesInAnswer(StrategyEntry entry) throws IOException {
        String title = "x".repeat(House.MAX_BODY - 1_000);
        house.upstream().behave("/posts", Behaviour.body("[{\"userId\":3,\"id\":1,\"title\":\"" + title + "\"}]"));
        try (Socket client = new Socket()) {
            client.setReceiveBufferSize(4_096);
            client.connect(new InetSocketAddress("127.0.0.1", house.patient().port()));
            client.getOutputStream().write(House.request(entry, "").getBytes(StandardCharsets.US_ASCII));
            assertThat(client.getInputStream().read()).as("the answer has begun").isEqualTo('H');
            client.setSoLinger(true, 0);
        }
    }

    private void halfClose(StrategyEntry entry) throws IOException {
        String answer = house.patient().halfClosed(
                House.request(entry, "Connection: close\r\n"), FakeUpstream.dribbling("/posts", 1, Duration.ZERO));

        assertThat(answer).startsWith("HTTP/1.1 200 ").endsWith(house.answer());
    }

    private void pipelined(StrategyEntry entry) throws IOException {
        String answers = RawHttp.ask(
                house.patient().port(),
                House.request(entry, "") + House.request(entry, "") + House.request(entry, "Connection: close\r\n"));

        assertThat(RawHttp.statuses(answers)).containsExactly(200, 200, 200);
        assertThat(answers.split(Pattern.quote(house.answer()), -1)).hasSize(4);
    }

    private void leavesInQueue(StrategyEntry entry, boolean endsInTurn) throws IOException {
        House.PATHS.forEach(path -> house.upstream().behave(path, Behaviour.stall()));
        int room = firstStage(entry);
        int queued = callsInTurn(entry) ? 6 : 2;
        long before = House.left(house.patient(), entry);
        try (Clients holders = new Clients(queued, entry)) {
            Await.until("the wire is full", () -> House.running(house.patient(), entry).calls() == room);
            Await.until("they are in", () -> House.running(house.patient(), entry).requests() == queued);
            Socket late = house.ask(house.patient(), entry);
            Await.until("it is in", () -> House.running(house.patient(), entry).requests() == queued + 1);

            late.close();

            Await.until("the service has noticed", () -> House.left(house.patient(), entry) == before + 1);
            if (endsInTurn) {
                assertThat(House.running(house.patient(), entry).requests()).isEqualTo(queued + 1);
            } else {
                Await.until("its place is free", () -> House.running(house.patient(), entry).requests() == queued);
            }
            assertThat(holders.size()).isEqualTo(queued);
        }
    }

    private static Topology topology(StrategyEntry entry) {
        return entry.topology(new Budget(House.IO, House.CPU, House.QUEUE), Shape.TWO_BY_TWO);
    }

    private static boolean callsInTurn(StrategyEntry entry) {
        return topology(entry).callsInTurn();
    }

    /** How many calls get onto the wire before the first one has ended. */
    private static int firstStage(StrategyEntry entry) {
        Topology topology = topology(entry);
        return callsInTurn(entry) && !topology.ioPerCall().isEmpty()
                ? topology.ioPerCall().getFirst() : topology.ioThreads();
    }

    private void full(StrategyEntry entry) throws IOException {
        House.PATHS.forEach(path -> house.upstream().behave(path, Behaviour.stall()));
        boolean shedsLoad = List.of(entry.info().limits()).contains(StrategyInfo.Limit.LOAD_SHEDDING);
        long before = house.patient().requests().refused();
        try (Clients holders = new Clients(House.QUEUE, entry)) {
            Await.until("all places are taken", () -> House.running(house.patient(), entry).requests()
                            + house.patient().requests().refused()
                            - before
                    == holders.size());
            assertThat(House.running(house.patient(), entry).requests()).isBetween(shedsLoad ? 1 : House.QUEUE, House.QUEUE);

            long begin = System.nanoTime();

            HttpResponse<String> refused = house.patient().get(House.path(entry.name()));

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("seen from outside").isLessThan(AT_ONCE);
            RunningService.assertRefused(refused);
            assertThat(House.running(house.patient(), entry).requests()).as("no place was freed for it").isPositive();
        }
    }

    /** Clients that ask and leave together. */
    private static final class Clients implements AutoCloseable {

        private final List<Socket> sockets = new ArrayList<>();

        Clients(int count, StrategyEntry entry) throws IOException {
            for (int i = 0; i < count; i++) {
                sockets.add(house.ask(house.patient(), entry));
            }
        }

        int size() {
            return sockets.size();
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
