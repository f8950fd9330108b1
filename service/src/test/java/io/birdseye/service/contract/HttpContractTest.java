package io.birdseye.service.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.service.TestSettings;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RawHttp;
import io.birdseye.service.testing.RunningService;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import io.birdseye.strategy.ThreadsOnHand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Every situation over every strategy, through a real service; {@link LifecycleContractTest} has the one that ends it,
 * and {@link ErrorContractTest} those in which its heap is too small.
 */
class HttpContractTest {

    private static final List<String> PATHS = List.of("/posts", "/comments", "/albums", "/photos");
    private static final long MEGABYTES = 1 << 20;

    /**
     * Refusals and missed deadlines are answered in milliseconds. Seen from outside, a busy machine adds to that, so this
     * bound only tells it from the next reason to answer: the deadline of the patient service, a minute.
     */
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    private static House house;

    @BeforeAll
    static void open() {
        house = new House();
    }

    @AfterAll
    static void close() {
        house.close();
    }

    static Stream<Arguments> cases() {
        return Stream.of(Situation.values())
                .filter(situation -> !Situation.IN_A_PROCESS.contains(situation))
                .flatMap(situation -> House.strategies()
                        .filter(entry -> situation.isPlayed(TestSettings.HOST, entry))
                        .map(entry -> Arguments.of(situation, entry)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cases")
    void everyStrategyKeepsTheContractOrDeviatesAsDeclared(Situation situation, StrategyEntry entry) throws Exception {
        house.settle(entry);
        PrintStream stderr = System.err;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        // The JDK's logging keeps the stderr that there was when it began.
        Handler logged = new LoggedTo(told);
        Logger.getLogger("").addHandler(logged);
        try {
            play(situation, entry, situation.deviation(entry).isPresent());
            house.settle(entry);
        } finally {
            System.setErr(stderr);
            Logger.getLogger("").removeHandler(logged);
        }
        assertThat(told.toString(StandardCharsets.UTF_8)).as("stderr").isEmpty();
    }

    private void play(Situation situation, StrategyEntry entry, boolean deviates) throws Exception {
        switch (situation) {
            case SAME_ANSWER -> sameAnswer(entry);
            case ONE_FAILS -> PATHS.forEach(path -> faulty(entry, path, Behaviour.status("500 Oh", 10), "status"));
            case TWO_FAIL -> {
                twoFail(entry, "/photos", deviates);
                house.settle(entry);
                twoFail(entry, "/comments", deviates);
            }
            case STALL -> stalled(entry, Behaviour.stall());
            case STALL_IN_BODY -> stalled(entry, Behaviour.stallInBody());
            case SLOW_BODY -> slowBody(entry);
            case OVERSIZE -> oversize(entry);
            case MALFORMED -> PATHS.forEach(path -> faulty(entry, path, Behaviour.body("[{\"id\":1,"), "malformed"));
            case RESET -> faulty(entry, "/albums", Behaviour.reset(), "reset");
            case EMPTY -> faulty(entry, "/comments", Behaviour.body(""), "empty");
            case SIBLINGS -> siblings(entry, deviates);
            case CLIENT_LEAVES -> {
                clientLeaves(entry, "", false);
                house.settle(entry);
                clientLeaves(entry, "", true);
                house.settle(entry);
                clientLeaves(entry, "G", false);
            }
            case LEAVES_IN_ANSWER -> leavesInAnswer(entry);
            case HALF_CLOSE -> halfClose(entry);
            case PIPELINED -> pipelined(entry);
            case LEAVES_IN_QUEUE -> leavesInQueue(entry, deviates);
            case FULL -> full(entry);
            case NO_THREADS -> noThreads(entry, deviates);
            case ERROR_IN_CALL, ERROR_IN_COMBINATION, SIGTERM ->
                throw new AssertionError("it needs a process of its own");
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

    private void faulty(StrategyEntry entry, String path, Behaviour behaviour, String kind) {
        house.upstream().behaveWell();
        house.upstream().behave(path, behaviour);

        JsonNode problem = badGateway(house.patient().get(House.path(entry.name())));

        assertThat(problem.get("upstream").stringValue()).isEqualTo(path.substring(1));
        assertThat(problem.get("kind").stringValue()).isEqualTo(kind);
    }

    /** @param second of the same group as {@code /posts}, or of the other one */
    private void twoFail(StrategyEntry entry, String second, boolean inTurn) {
        CountDownLatch both = new CountDownLatch(inTurn ? 1 : 2);
        Behaviour failing = Behaviour.together(both, Behaviour.status("500 Oh", 10));
        house.upstream().behave("/posts", failing);
        house.upstream().behave(second, failing);

        JsonNode problem = badGateway(house.patient().get(House.path(entry.name())));

        assertThat(problem.get("upstream").stringValue())
                .isIn(inTurn ? List.of("posts") : List.of("posts", second.substring(1)));
        if (inTurn) {
            assertThat(house.upstream().requests()).containsExactly("/posts");
        }
    }

    private void stalled(StrategyEntry entry, Behaviour behaviour) {
        house.upstream().behave("/comments", behaviour);
        long begin = System.nanoTime();

        HttpResponse<String> response = house.quick().get(House.path(entry.name()));

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("seen from outside")
                .isBetween(House.DEADLINE, House.DEADLINE.plus(AT_ONCE));

        assertThat(response.statusCode()).isEqualTo(504);
        assertThat(RunningService.parse(response).get("type").stringValue()).endsWith("/deadline-exceeded");
        assertThat(total(response)).isGreaterThanOrEqualTo(House.DEADLINE);
    }

    private void slowBody(StrategyEntry entry) {
        house.upstream().behave("/photos", FakeUpstream.dribbling("/photos", 5, Duration.ofMillis(10)));

        HttpResponse<String> response = house.patient().get(House.path(entry.name()));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(house.answer());
        assertThat(total(response)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    }

    private void oversize(StrategyEntry entry) {
        LongAdder sent = new LongAdder();
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = memory.getTotalThreadAllocatedBytes();

        faulty(entry, "/photos", Behaviour.endless(sent), "oversize");

        assertThat(memory.getTotalThreadAllocatedBytes() - allocated).as("allocated").isLessThan(16 * MEGABYTES);
        Await.until("the upstream can send no more", () -> house.upstream().busyConnections() == 0);
        assertThat(sent.sum()).as("bytes that went into sockets").isLessThan(16 * MEGABYTES);
    }

    private void siblings(StrategyEntry entry, boolean inTurn) {
        CountDownLatch all = new CountDownLatch(inTurn ? 1 : 4);
        if (!inTurn) {
            PATHS.forEach(path -> house.upstream().behave(path, Behaviour.together(all, Behaviour.stall())));
        }
        house.upstream().behave("/albums", Behaviour.together(all, Behaviour.reset()));

        JsonNode problem = badGateway(house.patient().get(House.path(entry.name())));

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
        Await.until("its place is free", () -> House.inProgress(house.patient(), entry) == 0);
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
        CountDownLatch gate = new CountDownLatch(1);
        house.upstream().behave("/posts", Behaviour.after(gate, FakeUpstream.dribbling("/posts", 1, Duration.ZERO)));
        try (Socket client = house.patient().connect()) {
            client.getOutputStream()
                    .write(House.request(entry, "Connection: close\r\n").getBytes(StandardCharsets.US_ASCII));
            client.shutdownOutput();
            Await.until("the call is on the wire", () -> house.upstream().requests().contains("/posts"));
            // The selector thread has seen the end of the client's side before these requests.
            for (int i = 0; i < 2; i++) {
                assertThat(house.patient().get("/health/live").statusCode()).isEqualTo(200);
            }
            gate.countDown();

            assertThat(RawHttp.rest(client)).startsWith("HTTP/1.1 200 ").endsWith(house.answer());
        } finally {
            gate.countDown();
        }
    }

    private void pipelined(StrategyEntry entry) throws IOException {
        String answers = RawHttp.ask(
                house.patient().port(),
                House.request(entry, "") + House.request(entry, "") + House.request(entry, "Connection: close\r\n"));

        assertThat(RawHttp.statuses(answers)).containsExactly(200, 200, 200);
        assertThat(answers.split(Pattern.quote(house.answer()), -1)).hasSize(4);
    }

    private void leavesInQueue(StrategyEntry entry, boolean endsInTurn) throws IOException {
        PATHS.forEach(path -> house.upstream().behave(path, Behaviour.stall()));
        int room = firstStage(entry);
        int queued = callsInTurn(entry) ? 6 : 2;
        int before = House.left(house.patient(), entry);
        try (Clients holders = new Clients(queued, entry)) {
            Await.until("the wire is full", () -> House.reached(house.patient(), entry)
                            .get("ioRunning")
                            .intValue()
                    == room);
            Await.until("they are in", () -> House.inProgress(house.patient(), entry) == queued);
            Socket late = house.ask(house.patient(), entry);
            Await.until("it is in", () -> House.inProgress(house.patient(), entry) == queued + 1);

            late.close();

            Await.until("the service has noticed", () -> House.left(house.patient(), entry) == before + 1);
            if (endsInTurn) {
                assertThat(House.inProgress(house.patient(), entry)).isEqualTo(queued + 1);
            } else {
                Await.until("its place is free", () -> House.inProgress(house.patient(), entry) == queued);
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
                ? topology.ioPerCall().getFirst()
                : topology.ioThreads();
    }

    private void full(StrategyEntry entry) throws IOException {
        PATHS.forEach(path -> house.upstream().behave(path, Behaviour.stall()));
        boolean shedsLoad = List.of(entry.info().limits()).contains(StrategyInfo.Limit.LOAD_SHEDDING);
        int before = House.refused(house.patient());
        try (Clients holders = new Clients(House.QUEUE, entry)) {
            Await.until("all places are taken", () -> House.inProgress(house.patient(), entry)
                            + House.refused(house.patient())
                            - before
                    == holders.size());
            assertThat(House.inProgress(house.patient(), entry)).isBetween(shedsLoad ? 1 : House.QUEUE, House.QUEUE);

            long begin = System.nanoTime();

            HttpResponse<String> refused = house.patient().get(House.path(entry.name()));

            assertThat(Duration.ofNanos(System.nanoTime() - begin)).as("seen from outside").isLessThan(AT_ONCE);
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(RunningService.parse(refused).get("type").stringValue()).endsWith("/overloaded");
            assertThat(House.inProgress(house.patient(), entry)).as("no place was freed for it").isPositive();
        }
    }

    /** In a service of its own, because in the others the strategies have their threads already. */
    private void noThreads(StrategyEntry entry, boolean needsNone) {
        try (RunningService fresh = House.service(house.upstream(), Duration.ofMinutes(1))) {
            HttpResponse<String> starved;
            try (ThreadsOnHand.Limit limit = ThreadsOnHand.only(0)) {
                starved = fresh.get(House.path(entry.name()));
            }
            if (needsNone) {
                assertThat(starved.body()).isEqualTo(house.answer());
            } else {
                assertThat(starved.statusCode()).as(starved.body()).isEqualTo(503);
                assertThat(starved.headers().firstValue("Retry-After")).hasValue("1");
                assertThat(RunningService.parse(starved).get("type").stringValue()).endsWith("/overloaded");
            }
            assertThat(fresh.get("/health/ready").statusCode()).isEqualTo(200);
            assertThat(fresh.get(House.path(entry.name())).body()).isEqualTo(house.answer());
        }
    }

    private static JsonNode badGateway(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(502);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.body()).doesNotContain("Exception");
        return RunningService.parse(response);
    }

    /** The service's own clock: the test's client shares two cores with it. */
    private static Duration total(HttpResponse<String> response) {
        String timing = response.headers().firstValue("Server-Timing").orElseThrow();
        String millis = timing.substring(timing.indexOf("total;dur=") + "total;dur=".length());
        return Duration.ofNanos((long) (Double.parseDouble(millis) * 1_000_000));
    }

    /** What the program prints on stderr: it silences what Grizzly says of every start and stop, and so does this. */
    private static final class LoggedTo extends Handler {

        private final ByteArrayOutputStream told;

        LoggedTo(ByteArrayOutputStream told) {
            this.told = told;
        }

        @Override
        public void publish(LogRecord logged) {
            if (logged.getLevel().intValue() >= Level.WARNING.intValue()
                    && !String.valueOf(logged.getLoggerName()).endsWith(".GracefulShutdownRunner")) {
                told.writeBytes((logged.getLoggerName() + ": " + logged.getMessage() + " " + logged.getThrown() + "\n")
                        .getBytes(StandardCharsets.UTF_8));
            }
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // The test reads what was told.
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
