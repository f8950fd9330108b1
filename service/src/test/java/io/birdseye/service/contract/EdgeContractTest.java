package io.birdseye.service.contract;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.Behaviour;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RawHttp;
import io.birdseye.service.testing.RunningService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before it reaches a strategy: requests that are not proper HTTP, and callers that are not allowed. */
class EdgeContractTest {

    private static final String CLOSE = "Connection: close\r\n\r\n";
    private static final String LIVE = "GET /health/live HTTP/1.1\r\nHost: x\r\n";

    @AutoClose
    private static RunningService service = new RunningService("--allowed-hosts=birdseye.example, other.example");

    private static FakeUpstream upstream = service.upstream();

    @ParameterizedTest
    @ValueSource(strings = {
        "GET /strategies HTTP/1.1\r\nHost:: x\r\n", "GET /strategies HTTP/1.1\r\nHost: x:y\r\n",
        "GET /strategies HTTP/1.1\r\nHost: x:70000\r\n", "GET /strategies HTTP/1.1\r\nHost: a b\r\n",
        "GET /strategies HTTP/1.1\r\nHost: [\r\n", "GET /strategies HTTP/1.1\r\nHost:\r\n",
        "GET /strategies HTTP/1.1\r\n", "GET /strategies HTTP/1.1\r\nHost: x\r\nHost: y\r\n",
        "GET http://e:x/strategies HTTP/1.1\r\nHost: x\r\n", "GET x:80 HTTP/1.1\r\nHost: x\r\n",
        "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n", "GET /strategies HTTP/1.1\nHost: x\r\n",
        "GET /strategies HTTP/1.1\r\nHost: x\n", "GET /strategies HTTP/1.1\r\nHost: x\r\n\n",
        "GET /strategies HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n", "GET /strategies HTTP/1.1\r\nHost: x\r\nA: b\u0000c\r\n",
        "GET /strategies HTTP/1.1\r\nHost: x\r\nA : b\r\n", "GET /strategies HTTP/1.1\r\n A: b\r\nHost: x\r\n",
        "GET /strategies HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n", "GET /strategies HTTP/1.1\r\nHost: x\r\nno colon\r\n",
        "GET /strategies HTTP/1.1\r\nHost: x\r\n: no name\r\n", "GET  /strategies HTTP/1.1\r\nHost: x\r\n",
        "GET\t/strategies\tHTTP/1.1\r\nHost: x\r\n", "G(T /strategies HTTP/1.1\r\nHost: x\r\n",
        "GET /strat\u00e9gies HTTP/1.1\r\nHost: x\r\n", "GET /strategies\r\n",
        "GET /strategies HTTP/1.1x\r\nHost: x\r\n",
        "POST /internal/resources/reset HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n",
        "POST /internal/resources/reset HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 0\r\n",
        "POST /internal/resources/reset HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n",
        "POST /internal/resources/reset HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n",
        "POST /internal/resources/reset HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "POST /internal/resources/reset HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
    })
    void whatTwoServersCouldReadInTwoWaysIsRefused(String head) throws IOException {
        String answer = RawHttp.ask(service.port(), head + CLOSE);

        assertThat(RawHttp.statuses(answer)).containsExactly(400);
        assertThat(answer).contains("application/problem+json", "\"/problems/bad-request\"").doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX\r\n0\r\n\r\n",
            "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", "Content-Length: 1000000000\r\n\r\n"})
    void aBodyIsRefusedAndNeitherReadNorTakenForARequest(String rest) throws IOException {
        String answer = RawHttp.ask(
                service.port(),
                "POST /internal/resources/reset HTTP/1.1\r\nHost: x\r\n" + rest
                        + "GET /strategies HTTP/1.1\r\nHost: x\r\n" + CLOSE);

        assertThat(RawHttp.statuses(answer)).containsExactly(413);
    }

    @Test
    void aHeadThatIsTooLargeIsRefused() throws IOException {
        String request = "GET /strategies HTTP/1.1\r\nHost: x\r\n";

        assertThat(service.statuses(request + "A: " + "b".repeat(9_000) + "\r\n" + CLOSE)).containsExactly(431);
        assertThat(service.statuses(request + "A: b\r\n".repeat(100) + CLOSE)).containsExactly(431);
        assertThat(service.statuses(request + "A: b\r\n".repeat(98) + CLOSE)).containsExactly(200);
    }

    @Test
    void healthAndMetricsAreAnsweredWhileAllThreadsAreBusyAndTheQueueIsFull() throws IOException {
        upstream.behave("/posts", Behaviour.stall());
        try (RunningService busy = new RunningService(upstream, "--http-threads=1", "--http-queue=1", "--deadline=1m");
                Socket working = busy.ask("/overview/sequential?sharedMemory=0")) {
            Await.until("the only HTTP thread is busy", () -> upstream.busyConnections() == 1);
            try (Socket queued = busy.ask("/overview/sequential?sharedMemory=0")) {
                assertThat(queued.isConnected() && working.isConnected()).isTrue();
                Await.until("the queue is full", () -> busy.get("/strategies").statusCode() == 503);

                assertThat(busy.get("/health/live").statusCode()).isEqualTo(200);
                assertThat(busy.get("/health/ready").body()).isEqualTo("{\"status\":\"UP\",\"checks\":["
                        + "{\"name\":\"accepting\",\"status\":\"UP\"},{\"name\":\"strategies\",\"status\":\"UP\"}]}");
                assertThat(busy.send("HEAD", "/health/ready").statusCode()).isEqualTo(200);
                assertThat(busy.get("/metrics").statusCode()).isEqualTo(200);
                assertThat(busy.get("/internal/resources").statusCode()).isEqualTo(200);
            }
        } finally {
            upstream.behaveWell();
        }
    }

    @Test
    void aHeadThatDoesNotEndIsRefusedAndItsConnectionIsClosed() throws IOException {
        try (RunningService hasty = new RunningService(upstream, "--head-timeout=50ms")) {
            assertThat(hasty.statuses("GET /strategies HTTP/1.1\r\nHost: x\r\n")).containsExactly(408);
            String second = "GET /strategies HTTP/1.1\r\nHost: x\r\n\r\nGET /";
            assertThat(hasty.statuses(second)).containsExactly(200, 408);
        }
    }

    private static String largePosts(int letters) {
        return "[{\"userId\":1,\"id\":1,\"title\":\"" + "x".repeat(letters) + "\"}]";
    }

    /** A client that takes the first byte of its answer and no more. */
    private static Socket slowly(RunningService service, String strategy, String end) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress("127.0.0.1", service.port()));
        socket.setSoTimeout(20_000);
        String head = "GET /overview/" + strategy + "?sharedMemory=0&userId=1 HTTP/1.1\r\nHost: x\r\n" + end;
        socket.getOutputStream().write(head.getBytes(US_ASCII));
        assertThat(socket.getInputStream().read()).as("the answer has begun").isEqualTo('H');
        return socket;
    }

    /** How many bytes come until the end of the connection, whether or not it is an orderly one. */
    private static long taken(Socket socket) {
        long bytes = 0;
        byte[] part = new byte[1 << 16];
        try {
            for (int read = 0; read >= 0; read = socket.getInputStream().read(part)) {
                bytes += read;
            }
        } catch (IOException e) {
            // A reset.
        }
        return bytes;
    }

    /** Its time is not over for two minutes; nobody else waits for that. */
    @ParameterizedTest
    @ValueSource(strings = {"sequential", "executor", "http-async"})
    void aLargeAnswerWaitsForItsClientWithoutAThread(String strategy) throws IOException {
        int letters = 15_000_000;
        upstream.behave("/posts", Behaviour.body(largePosts(letters)));
        try (RunningService patient = new RunningService(
                        upstream, "--http-threads=1", "--default-io=1", "--default-cpu=1", "--deadline=1m",
                        "--answer-timeout=1m");
                Socket slow = slowly(patient, strategy, CLOSE)) {
            upstream.behaveWell();

            for (int i = 0; i < 3; i++) {
                assertThat(patient.get("/overview/" + strategy + "?sharedMemory=0").statusCode()).isEqualTo(200);
            }

            byte[] rest = slow.getInputStream().readAllBytes();
            assertThat(rest).as("all of it, in the end").hasSizeGreaterThan(letters).endsWith('}');
        } finally {
            upstream.behaveWell();
        }
    }

    @Test
    void ofMoreAnswersThanMayWaitThoseThatHaveWaitedLongestAreClosed() throws IOException {
        upstream.behave("/posts", Behaviour.body(largePosts(15_000_000)));
        try (RunningService small = new RunningService(
                        upstream, "--max-body-total=40000000", "--deadline=1m", "--answer-timeout=1m");
                Socket first = slowly(small, "executor", CLOSE);
                Socket second = slowly(small, "executor", CLOSE);
                Socket third = slowly(small, "executor", CLOSE)) {
            assertThat(second.isConnected()).isTrue();

            assertThat(taken(first)).as("what the kernel had already").isLessThan(15_000_000);
            assertThat(taken(third)).isGreaterThan(15_000_000);
        } finally {
            upstream.behaveWell();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Connection: close\r\n"})
    void aClientThatDoesNotTakeItsAnswerHoldsNoConnectionForLong(String header) throws IOException {
        upstream.behave("/posts", Behaviour.body(largePosts(6_000_000)));
        try (RunningService small = new RunningService(
                        upstream, "--max-connections=1", "--deadline=8s", "--answer-timeout=100ms");
                Socket slow = slowly(small, "executor", header + "\r\n")) {
            assertThat(slow.isConnected()).isTrue();
            small.awaitRoom();
        } finally {
            upstream.behaveWell();
        }
    }

    @Test
    void aVersionThatIsNotSpokenIsRefused() throws IOException {
        assertThat(service.statuses("GET / HTTP/9.9\r\nHost: x\r\n" + CLOSE)).containsExactly(505);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\r\n"})
    void requestsOneBehindTheOtherAreAnsweredInTurn(String between) throws IOException {
        String overview = "GET /overview/executor?sharedMemory=0 HTTP/1.1\r\nHost: x\r\n";

        String answers = RawHttp.ask(
                service.port(),
                between + overview + "\r\n" + between + LIVE + "\r\n" + overview + "\r\n" + LIVE + CLOSE);

        assertThat(RawHttp.statuses(answers)).containsExactly(200, 200, 200, 200);
        assertThat(answers.indexOf("items")).isLessThan(answers.indexOf("UP"));
    }

    /** Java's client does so with the first request of each connection. */
    @Test
    void aClientThatOffersAnotherProtocolKeepsItsConnection() throws IOException {
        String offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n\r\n";
        String overview = "GET /overview/executor?sharedMemory=0 HTTP/1.1\r\nHost: x\r\n";

        assertThat(service.statuses(LIVE + offer + overview + offer + LIVE + CLOSE)).containsExactly(200, 200, 200);
    }

    @Test
    void thousandsOfRequestsInOnePieceAreAnsweredInTurn() throws IOException {
        int most = 3_000;

        String answers = RawHttp.ask(service.port(), (LIVE + "\r\n").repeat(most - 1) + LIVE + CLOSE);

        assertThat(RawHttp.statuses(answers)).hasSize(most).containsOnly(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1\r\nConnection: close", "HTTP/1.1\r\nConnection: TE, Close", "HTTP/1.0"})
    void aClientThatClosesItsSideBehindItsLastRequestIsAnswered(String said) throws IOException {
        assertThat(halfClosed(said)).contains(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1", "HTTP/1.1\r\nConnection: closed", "HTTP/1.0\r\nConnection: keep-alive"})
    void aClientThatClosesItsSideAndMightSendMoreHasLeft(String said) throws IOException {
        assertThat(halfClosed(said)).isEmpty();
    }

    /** The status of the answer, if there is one. */
    private static List<Integer> halfClosed(String said) throws IOException {
        String request = "GET /overview/executor?sharedMemory=0 " + said + "\r\nHost: x\r\n\r\n";
        return RawHttp.statuses(service.halfClosed(request, Behaviour.body("[]")));
    }

    @Test
    void whatFollowsALastRequestIsNoRequest() throws IOException {
        assertThat(service.statuses(LIVE + CLOSE + LIVE + CLOSE)).containsExactly(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "POST /internal/resources/reset HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n",
        "GET /overview/executor?sharedMemory=0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"})
    void whatIsNoRequestIsNotReadForEver(String head) throws IOException {
        CountDownLatch gate = new CountDownLatch(1);
        upstream.behave("/posts", Behaviour.after(gate, Behaviour.body("[]")));
        long most = 64L << 20;
        long sent = 0;
        try (SocketChannel client = SocketChannel.open(new InetSocketAddress("127.0.0.1", service.port()))) {
            client.write(ByteBuffer.wrap(head.getBytes(US_ASCII)));
            client.configureBlocking(false);
            ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
            int refused = 0;
            while (sent < most && refused < 200) {
                int written = client.write(bytes.rewind());
                sent += written;
                refused = written == 0 ? refused + 1 : 0;
                if (written == 0) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
        } catch (IOException e) {
            // The service has closed the connection.
        } finally {
            gate.countDown();
            upstream.behaveWell();
        }
        assertThat(sent).as("bytes that went into sockets").isLessThan(most);
    }

    @Test
    void aClientThatSendsMoreThanIsReadAheadIsAnsweredInTurn() throws IOException {
        String padded = "GET /overview/executor?sharedMemory=0 HTTP/1.1\r\nHost: x\r\nA: " + "b".repeat(4_000) + "\r\n";
        CountDownLatch gate = new CountDownLatch(1);
        upstream.requests().clear();
        upstream.behave("/posts", Behaviour.after(gate, Behaviour.body("[]")));
        try (Socket client = service.connect()) {
            client.getOutputStream().write((padded + "\r\n").getBytes(US_ASCII));
            Await.until("the call is on the wire", () -> upstream.requests().contains("/posts"));
            for (int i = 0; i < 7; i++) {
                client.getOutputStream().write((padded + "\r\n").getBytes(US_ASCII));
            }
            client.getOutputStream().write((padded + CLOSE).getBytes(US_ASCII));
            gate.countDown();

            assertThat(RawHttp.statuses(RawHttp.rest(client))).hasSize(9).containsOnly(200);
        } finally {
            gate.countDown();
            upstream.behaveWell();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
                "127.0.0.1", "127.0.0.1:8080", "[::1]:8080", "localhost:8080", "a.localhost", "LOCALHOST", "service:8080",
                "my_service", "birdseye.example", "Other.Example:80"
            })
    void anAddressANameWithoutADotAndAListedNameAreAllowed(String host) throws IOException {
        assertThat(service.statuses("GET /health/live HTTP/1.1\r\nHost: " + host + "\r\n" + CLOSE))
                .containsExactly(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/strategies, evil.example", "/strategies, localhost.evil.example:8080", "/strategies, 127.0.0.1.evil.example",
        "/strategies, birdseye.example.", "http://evil.example/strategies, localhost"
    })
    void aNameOfThePublicDnsIsNotAllowed(String target, String host) throws IOException {
        String answer = RawHttp.ask(service.port(), "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + CLOSE);

        assertThat(RawHttp.statuses(answer)).containsExactly(421);
        assertThat(answer).contains("--allowed-hosts").doesNotContain("sequential");
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site: cross-site, 403", "Sec-Fetch-Site: same-site, 403", "Origin: http://evil.example, 403",
        "Origin: null, 403", "Origin: http://localhost:1, 403", "A: b, 204", "Sec-Fetch-Site: same-origin, 204",
        "Sec-Fetch-Site: none, 204", "Origin: http://localhost:8080, 204"
    })
    void aPageOfAnotherSiteMayChangeNothing(String header, int status) throws IOException {
        String request = "POST /internal/resources/reset HTTP/1.1\r\nHost: localhost:8080\r\n" + header + "\r\n";

        assertThat(service.statuses(request + CLOSE)).containsExactly(status);
    }
}
