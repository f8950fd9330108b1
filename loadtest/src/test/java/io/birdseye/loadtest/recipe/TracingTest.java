package io.birdseye.loadtest.recipe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.birdseye.loadtest.FakePrograms;
import io.birdseye.loadtest.Progress;
import io.birdseye.model.Load;
import io.birdseye.report.trace.TraceSet.Traced;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TracingTest {

    @TempDir
    private Path out;

    @Test
    void theTypicalTraceOfEachStrategyStandsBesideItsFloor() throws Exception {
        Tracing.Traces traces = trace(Optional.empty(), "steady", "in-turn");

        assertThat(traces.unanswered()).isEmpty();
        assertThat(traces.traced()).extracting(one -> one.trace().strategy()).containsExactly("steady", "in-turn");
        Traced steady = traces.traced().getFirst();
        assertThat(steady.outOf()).isEqualTo(5);
        // Calls of 50, 10, 40, 20 and 30 ms, each with 1 ms of combining: the median, and the best of each.
        assertThat(steady.trace().totalMs()).isEqualTo(31);
        assertThat(steady.floorMs()).isEqualTo(11);
        // Two calls in turn, against the same best.
        assertThat(traces.traced().getLast().floorMs()).isEqualTo(21);
    }

    @Test
    void underLoadTracesAreTakenWhileOtherRequestsRun() throws Exception {
        Tracing.Traces traces = trace(Optional.of(Load.open(40)), "steady");

        assertThat(traces.traced().getFirst().outOf()).isBetween(3, 5);
        // The fake counts them from the end of its warm-up: half a second to settle and one of tracing.
        assertThat(traces.traced().getFirst().trace().httpThread()).matches("seen-\\d+");
        int seen = Integer.parseInt(traces.traced().getFirst().trace().httpThread().substring("seen-".length()));
        assertThat(seen).isBetween(30, 70);
    }

    @Test
    void aStrategyThatAnswersNothingUnderLoadIsToldAndNotDrawn() throws Exception {
        Tracing.Traces traces = trace(Optional.of(Load.closed(3)), "full", "steady");

        assertThat(traces.traced()).extracting(one -> one.trace().strategy()).containsExactly("steady");
        assertThat(traces.unanswered()).hasSize(1);
        assertThat(traces.unanswered().getFirst().strategy()).isEqualTo("full");
        assertThat(traces.unanswered().getFirst().reason()).contains("503");
    }

    private Tracing.Traces trace(Optional<Load> load, String... strategies) throws Exception {
        return new Tracing(
                        SmallComparison.served(strategies),
                        load,
                        Duration.ofSeconds(1),
                        Duration.ofMillis(500),
                        out,
                        FakePrograms.with(Traceable.class),
                        Progress.NONE)
                .run();
    }

    /** A service whose calls take made-up times, and which notes in the name of a thread what it has seen before. */
    public static final class Traceable {

        private static final List<Integer> CALLS = List.of(50, 10, 40, 20, 30);

        private final Map<String, AtomicInteger> traced = new ConcurrentHashMap<>();
        private final AtomicInteger overviews = new AtomicInteger();

        public static void main(String[] args) throws IOException {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            Traceable service = new Traceable();
            server.createContext("/", exchange -> {
                try (exchange) {
                    String body = service.answer(exchange.getRequestURI().getPath());
                    byte[] bytes = body.getBytes(UTF_8);
                    exchange.sendResponseHeaders(body.isEmpty() ? 503 : 200, bytes.length == 0 ? -1 : bytes.length);
                    exchange.getResponseBody().write(bytes);
                }
            });
            server.start();
            System.out.println("service ready on http://127.0.0.1:" + server.getAddress().getPort());
        }

        private String answer(String path) {
            if (path.equals("/strategies")) {
                return "[" + strategy("steady", false) + "," + strategy("full", false) + ","
                        + strategy("in-turn", true) + "]";
            }
            if (path.startsWith("/overview/")) {
                overviews.incrementAndGet();
                return "{}";
            }
            String strategy = path.substring("/trace/".length());
            int count = traced.computeIfAbsent(strategy, name -> new AtomicInteger()).getAndIncrement();
            if (count == 0) {
                overviews.set(0);
            }
            return strategy.equals("full") && count >= CALLS.size() ? "" : trace(strategy, count);
        }

        private static String strategy(String name, boolean inTurn) {
            return """
                    {"name":"%s","budget":{"ioConcurrency":1,"cpuConcurrency":1,"maxInFlight":1},"topology":
                    {"callsInTurn":%s,"blocksHttpThread":true,"ioThreads":1,"ioPerCall":[],"cpuThreads":1,
                    "cpuPerGroup":[],"cpuOnIoThreads":false}}""".formatted(name, inTurn);
        }

        private String trace(String strategy, int count) {
            int call = CALLS.get(count % CALLS.size());
            return """
                    {"strategy":"%s","summary":"","waits":"","httpThread":"seen-%d","httpThreadBlocked":true,
                    "httpThreadReleasedMs":null,"callsHoldThreads":true,"totalMs":%d,"answer":{"userId":1},"tasks":[
                    {"name":"posts","kind":"io","group":0,"readyMs":0,"startMs":0,"endMs":%d,"thread":"a"},
                    {"name":"photos","kind":"io","group":0,"readyMs":0,"startMs":0,"endMs":10,"thread":"b"},
                    {"name":"posts","kind":"combine","group":0,"readyMs":%d,"startMs":%d,"endMs":%d,"thread":"a"}
                    ]}""".formatted(strategy, overviews.get(), call + 1, call, call, call, call + 1);
        }
    }
}
