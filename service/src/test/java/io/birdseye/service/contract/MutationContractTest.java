package io.birdseye.service.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.UnixOperatingSystemMXBean;
import io.birdseye.model.Mutations;
import io.birdseye.model.TerminalText;
import io.birdseye.service.testing.Await;
import io.birdseye.service.testing.FakeUpstream;
import io.birdseye.service.testing.RawHttp;
import io.birdseye.service.testing.RunningService;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Requests with seeded mutations. Behind each goes a proper request that ends the connection, so every mutation gets an answer. */
@Isolated // it looks at what the JVM shares
class MutationContractTest {

    private static final int MUTATIONS = Mutations.count(5_000);
    private static final Duration MAX = Duration.ofSeconds(60).plusMillis(50L * MUTATIONS);
    private static final Set<Integer> DOCUMENTED =
            Set.of(100, 200, 204, 400, 404, 405, 406, 408, 413, 417, 421, 431, 505);
    private static final int AT_ONCE = 8;
    private static final String LAST = "\r\n\r\nGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    private static final List<String> REQUESTS = List.of(
            "GET /overview/executor?sharedMemory=0&userId=1 HTTP/1.1\r\nHost: x:80\r\nAccept: */*\r\n\r\n",
            "GET /overview/http-async?sharedMemory=0 HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /strategies HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en;q=0.5\r\nCookie: a=b; c=d\r\n\r\n",
            "POST /internal/resources/reset HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Type: a/b\r\n\r\n",
            "POST /internal/resources/reset HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET http://localhost:80/metrics HTTP/1.1\r\nHost: x\r\nAccept: text/plain;q=1\r\n\r\n",
            "HEAD /page/style.css HTTP/1.0\r\nIf-None-Match: \"x\"\r\nRange: bytes=0-9\r\n\r\n",
            "OPTIONS /health/ready HTTP/1.1\r\nHost: [::1]:80\r\nExpect: 100-continue\r\nUpgrade: h2c\r\n\r\n");
    private static final List<String> PIECES = List.of(
            "\r", "\n", "\r\n", "\0", " ", "\t", ":", ";", ",", "%", "%00", "%zz", "/", "//", "?", "&", "=", "#", "[", "]",
            "\"", "\\", "{", "\u00e9", "\u00ff", "HTTP/1.1", "\r\n\r\n", "Host: y\r\n", "Content-Length: 5\r\n",
            "Transfer-Encoding: chunked\r\n", "Connection: keep-alive, close\r\n", "Expect: x\r\n", "X".repeat(9_000),
            "999999999999999999999", "-1", "*", "..", "\u001b[2J");

    private final Mutations mutations = new Mutations(PIECES);

    @Test
    void noMutationIsAFailureOfTheServiceAndNothingIsLeftBehind() {
        try (FakeUpstream upstream = new FakeUpstream();
                RunningService service = new RunningService(upstream);
                ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE)) {
            assertTimeoutPreemptively(MAX, () -> {
                List<String> warmUp = new ArrayList<>();
                for (int i = 0; i < 5 * AT_ONCE; i++) {
                    warmUp.addAll(REQUESTS);
                }
                ask(service, clients, warmUp);
                int threads = ManagementFactory.getThreadMXBean().getThreadCount();
                long descriptors = descriptors(upstream);
                List<String> mutated = new ArrayList<>();
                for (int i = 0; i < MUTATIONS; i++) {
                    mutated.add(mutations.of(REQUESTS));
                }

                Map<Integer, String> statuses = ask(service, clients, mutated);

                assertThat(statuses.keySet()).contains(200, 400);
                statuses.keySet().removeAll(DOCUMENTED);
                assertThat(statuses).as("a request for each status that is not documented").isEmpty();
                assertThat(service.get("/health/ready").statusCode()).isEqualTo(200);
                Await.until("nothing is in progress", () ->
                        RunningService.inProgress(service.json("/internal/resources")) == 0);
                Await.until("the descriptors are as before", () -> descriptors(upstream) <= descriptors + AT_ONCE);
                assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThanOrEqualTo(threads + AT_ONCE);
            });
        }
    }

    /** A request for each status that came. One without any answer stands under status 0. */
    private static Map<Integer, String> ask(RunningService service, ExecutorService clients, List<String> requests)
            throws Exception {
        List<Callable<List<Integer>>> calls = new ArrayList<>();
        for (String request : requests) {
            calls.add(() -> {
                List<Integer> statuses = RawHttp.statuses(RawHttp.ask(service.port(), request + LAST));
                return statuses.isEmpty() ? List.of(0) : statuses;
            });
        }
        Map<Integer, String> examples = new TreeMap<>();
        List<Future<List<Integer>>> answers = clients.invokeAll(calls);
        for (int i = 0; i < answers.size(); i++) {
            for (int status : answers.get(i).get()) {
                examples.putIfAbsent(status, TerminalText.line(requests.get(i)));
            }
        }
        return examples;
    }

    /** Without those of the connections to the upstream, of which both ends are in this process. */
    private static long descriptors(FakeUpstream upstream) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount() - 2L * upstream.openConnections() : 0;
    }
}
