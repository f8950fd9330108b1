package io.birdseye.benchmarks;

import io.birdseye.benchmarks.BenchContext.AtWindow;
import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.light.LightClient;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.MachineLimits;
import io.birdseye.model.ParentProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * mock-api and WireMock on the same cores with the same data, delay and load tool, one after the other. The tool takes
 * its share of the cores from both alike, so neither is seen at its best, and ours less than WireMock.
 */
record MockBench(BenchContext context, Duration measured) {

    private static final int DELAY_MILLIS = 200;
    private static final int CONNECTIONS = 10_000;

    /** With this delay the same connections could carry 200,000 answers a second: the server is the bound. */
    private static final int SHORT_DELAY_MILLIS = 50;

    private static final int PENDING = 15_000;
    private static final int HOLD_MILLIS = 10_000;
    private static final String PATH = "/users";
    private static final double SHARE = 6;
    private static final double DELAY_ERROR_MILLIS = 2;

    /** Enough heap for its buffers; the collector is the one that gives it the most answers. */
    private static final List<String> WIREMOCK_FLAGS = List.of("-Xmx2g", "-XX:+UseParallelGC");

    private static final List<String> WIREMOCK_OPTIONS = List.of(
            "--bind-address", "127.0.0.1", "--async-response-enabled", "true", "--async-response-threads", "16",
            "--container-threads", "64", "--jetty-accept-queue-size", "16384", "--no-request-journal", "--disable-banner",
            "--disable-gzip", "--use-chunked-encoding", "never");

    static List<Figure> run(BenchContext context) throws Exception {
        MachineLimits.now().requireDescriptors(PENDING + 500);
        MockBench bench = new MockBench(context, context.window(8, 20));
        List<Figure> figures = new ArrayList<>(bench.againstWireMock());
        figures.addAll(bench.pending());
        return figures;
    }

    /** Answers per second, and the CPU time of the mock for each. */
    private record Throughput(double perSecond, double cpuMicros, long failed) {}

    private List<Figure> againstWireMock() throws Exception {
        List<Figure> figures = new ArrayList<>();
        List<Figure> delayErrors = new ArrayList<>();
        for (int delay : List.of(DELAY_MILLIS, SHORT_DELAY_MILLIS)) {
            boolean main = delay == DELAY_MILLIS;
            String load = ", " + CONNECTIONS + " connections, " + delay + " ms";
            context.progress().accept("mock-api" + load);
            Throughput ours;
            byte[] body;
            try (Program mock = context.mock("mock-" + delay, "--delay", delay + "ms");
                    MockClient client = new MockClient(mock.url())) {
                body = client.get(PATH);
                ours = throughput(mock);
                if (main) {
                    context.progress().accept(Format.text("mock-api at half and a tenth of %,.0f/s", ours.perSecond()));
                    Target target = Target.atMost(DELAY_ERROR_MILLIS);
                    delayErrors.addAll(delayError(mock, client, ours.perSecond() / 2, target));
                    // Where the load tool leaves cores free, the error is the mock's own.
                    delayErrors.addAll(delayError(mock, client, ours.perSecond() / 10, Target.none()));
                }
            }
            context.progress().accept("WireMock" + load);
            Throughput wireMock;
            try (Program mock = wireMock(body, delay)) {
                wireMock = throughput(mock);
            }
            figures.add(Figure.of(
                    "answers/s over WireMock's" + (main ? "" : " with a delay of " + delay + " ms"),
                    Target.atLeast(SHARE), ours.perSecond() / wireMock.perSecond(), " ×",
                    Format.text("%,.0f/s against %,.0f/s of the %,d that the connections allow, answers of %,d bytes;"
                                    + " failed: %d and %d",
                            ours.perSecond(), wireMock.perSecond(), CONNECTIONS * 1_000 / delay, body.length,
                            ours.failed(), wireMock.failed())));
            if (main) {
                figures.add(Figure.of("CPU per answer, WireMock's over ours", Target.atLeast(SHARE),
                        wireMock.cpuMicros() / ours.cpuMicros(), " ×",
                        Format.text("%.0f µs against %.0f µs", wireMock.cpuMicros(), ours.cpuMicros())));
            }
        }
        figures.addAll(delayErrors);
        return figures;
    }

    private Throughput throughput(Program mock) throws Exception {
        Duration[] cpu = {Duration.ZERO, Duration.ZERO};
        RequestPlan plan = closed(mock, CONNECTIONS, Duration.ofSeconds(context.quick() ? 6 : 12), measured);
        LoadSummary load = offer(plan, new AtWindow(mock,
                () -> cpu[0] = mock.cpu().orElse(Duration.ZERO),
                () -> cpu[1] = mock.cpu().orElse(Duration.ZERO)));
        double answers = Math.max(1, load.achievedPerSecond() * load.seconds());
        return new Throughput(load.achievedPerSecond(), cpu[1].minus(cpu[0]).toNanos() / 1e3 / answers, load.errors());
    }

    private List<Figure> delayError(Program mock, MockClient admin, double rate, Target target) throws Exception {
        // The first seconds of an open model are those in which thousands of connections are opened.
        Duration settling = Duration.ofSeconds(context.quick() ? 12 : 20);
        List<Step> steps = List.of(new Step(false, rate, settling), new Step(true, rate, measured));
        // The warm-up opens thousands of connections, so all requests wait.
        LoadSummary load = offer(RequestPlan.light(mock.url() + PATH, steps, 0).withConnections(CONNECTIONS), new AtWindow(mock, admin::resetDelayError, () -> {}));
        double noted = admin.delayError()
                .orElseThrow(() -> new IOException("mock-api does not tell its delay error"))
                .p999Ms();
        double seen = Math.max(
                Math.abs(load.service().p999Ms() - DELAY_MILLIS), Math.abs(load.service().minMs() - DELAY_MILLIS));
        String at = Format.text(", %,.0f requests/s", rate);
        return List.of(
                Figure.of("delay error p99.9 as mock-api notes it" + at, target, noted, " ms", ""),
                Figure.of("delay error p99.9 as the client sees it" + at, Target.none(), seen, " ms",
                        "its own thread, which shares the cores, is in it"));
    }

    private List<Figure> pending() throws Exception {
        context.progress().accept("mock-api with " + PENDING + " delays pending");
        try (Program mock = context.mock("mock-" + HOLD_MILLIS, "--delay", HOLD_MILLIS + "ms");
                MockClient admin = new MockClient(mock.url())) {
            int[] seen = new int[2];
            LoadSummary load = offer(closed(mock, PENDING, Duration.ZERO, Duration.ofSeconds(8)), new AtWindow(mock, () -> {}, () -> {
                seen[0] = admin.pendingDelays();
                seen[1] = ProcessStatus.threadsNamed(mock.pid(), "vert.x-eventloo");
            }));
            return List.of(
                    Figure.of("delays pending at once", Target.atLeast(PENDING), seen[0], "",
                            load.errors() == 0 ? "all answered" : load.errorsByKind().toString()),
                    Figure.of("threads that hold them", Target.atMost(Runtime.getRuntime().availableProcessors()),
                            seen[1], "", "one event loop per core"));
        }
    }

    private static RequestPlan closed(Program mock, int users, Duration warmUp, Duration measured) {
        return RequestPlan.light(
                mock.url() + PATH, Schedule.steps(Load.closed(users), new WarmUp(warmUp, 1, Duration.ZERO), measured, 1), users);
    }

    private static LoadSummary offer(RequestPlan plan, LoadListener listener) throws Exception {
        try (LightClient client = new LightClient(plan)) {
            return client.run(listener).getFirst();
        }
    }

    /** WireMock as a program of its own, set up for throughput as its documentation advises. */
    private Program wireMock(byte[] body, int delayMillis)
            throws IOException, TrialFailure, InterruptedException {
        Path jar = context.programs().home().resolve("benchmarks/target/wiremock/wiremock.jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException("WireMock has not been built: no " + jar);
        }
        String name = "wiremock-" + delayMillis;
        Path root = context.out().resolve(name);
        Files.write(Files.createDirectories(root.resolve("__files")).resolve("body.json"), body);
        Files.writeString(Files.createDirectories(root.resolve("mappings")).resolve("mapping.json"), """
                {
                  "request": {"method": "GET", "url": "%s"},
                  "response": {
                    "status": 200,
                    "bodyFileName": "body.json",
                    "headers": {"Content-Type": "application/json; charset=utf-8"},
                    "fixedDelayMilliseconds": %d
                  }
                }
                """.formatted(PATH, delayMillis));
        int port = freePort();
        String url = "http://127.0.0.1:" + port;
        Stream<String> places = Stream.of("wiremock.Run", "--port", Integer.toString(port), "--root-dir", root.toString());
        List<String> arguments = Stream.concat(places, WIREMOCK_OPTIONS.stream()).toList();
        List<String> command = new JavaProgram(ParentProcess.class.getName(), wireMockClassPath(jar), WIREMOCK_FLAGS)
                .command(context.programs().java(), List.of(), arguments);
        return context.launcher()
                .startServer(Launch.logged(name, command, context.log(name)), url, URI.create(url + PATH));
    }

    /** WireMock does not watch its parent; started through our class, wherever that is, it does. */
    static String wireMockClassPath(Path jar) {
        return jar + File.pathSeparator
                + Path.of(URI.create(ParentProcess.class.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /** Another program could take it meanwhile; then the start fails and says so. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
