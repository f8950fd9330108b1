package io.birdseye.benchmarks.mock;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.BenchContext;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Target;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.generate.LightClient;
import io.birdseye.loadtest.generate.LightLoad;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.generate.Share;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Server;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.MachineLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * mock-api and WireMock on the same cores with the same data, delay and load tool, one after the other. The tool takes
 * its share of the cores from both alike, so neither is seen at its best, and ours less than WireMock.
 */
public final class MockBench implements Bench {

    private static final int DELAY_MILLIS = 200;
    private static final int CONNECTIONS = 10_000;

    /** With this delay the same connections could carry 200,000 answers a second: what bounds them is the server. */
    private static final int SHORT_DELAY_MILLIS = 50;

    private static final int PENDING = 15_000;
    private static final String PATH = "/users";
    private static final double SHARE = 6;
    private static final double DELAY_ERROR_MILLIS = 2;

    @Override
    public String name() {
        return "mock";
    }

    @Override
    public String what() {
        return "mock-api against WireMock, 200 ms delay, 10,000 open connections: 6 × the answers/s, a sixth of the CPU per"
                + " answer, delay error p99.9 2 ms at half capacity, 15,000 delays on a thread per core";
    }

    @Override
    public Duration estimate(boolean quick) {
        return Duration.ofSeconds(quick ? 150 : 280);
    }

    @Override
    public List<Figure> run(BenchContext context) throws Exception {
        Duration warmUp = Duration.ofSeconds(context.quick() ? 6 : 12);
        // The first seconds of an open model are those in which thousands of connections are opened.
        Duration settling = Duration.ofSeconds(context.quick() ? 12 : 20);
        Duration measured = Duration.ofSeconds(context.quick() ? 8 : 20);
        MachineLimits.now().requireDescriptors(PENDING + 500);
        Figures figures = new Figures(context, warmUp, settling, measured);
        return figures.all();
    }

    /** @param cpuMicros of the mock per answer */
    private record Throughput(double answersPerSecond, double cpuMicros, long failed) {}

    /** One run of the bench. */
    private record Figures(BenchContext context, Duration warmUp, Duration settling, Duration measured) {

        List<Figure> all() throws Exception {
            List<Figure> figures = new ArrayList<>();
            Throughput ours;
            byte[] body;
            context.tell("mock-api, " + CONNECTIONS + " connections");
            try (Server mock = ours(DELAY_MILLIS)) {
                try (MockClient client = new MockClient(mock.url())) {
                    body = client.get(PATH);
                }
                ours = throughput(mock);
                context.tell("mock-api at half of " + Math.round(ours.answersPerSecond()) + " answers/s");
                figures.addAll(delayError(mock, ours.answersPerSecond() / 2, Target.atMost(DELAY_ERROR_MILLIS)));
                // Where the load tool leaves cores free, what is left is the mock's own.
                context.tell("mock-api at a tenth of it");
                figures.addAll(delayError(mock, ours.answersPerSecond() / 10, Target.none()));
            }
            Throughput wireMock = wireMock(body, DELAY_MILLIS);
            figures.add(0, answers("answers/s over WireMock's", ours, wireMock, DELAY_MILLIS, body));
            figures.add(1, Figure.of(
                    "CPU per answer, WireMock's over ours",
                    Target.atLeast(SHARE),
                    wireMock.cpuMicros() / ours.cpuMicros(),
                    " ×",
                    Format.text("%.0f µs against %.0f µs", wireMock.cpuMicros(), ours.cpuMicros())));
            context.tell("mock-api, " + CONNECTIONS + " connections, " + SHORT_DELAY_MILLIS + " ms");
            Throughput oursSooner;
            try (Server mock = ours(SHORT_DELAY_MILLIS)) {
                oursSooner = throughput(mock);
            }
            figures.add(2, answers(
                    "answers/s over WireMock's with a delay of " + SHORT_DELAY_MILLIS + " ms",
                    oursSooner,
                    wireMock(body, SHORT_DELAY_MILLIS),
                    SHORT_DELAY_MILLIS,
                    body));
            figures.addAll(pending());
            return figures;
        }

        private static Figure answers(
                String name, Throughput ours, Throughput wireMock, int delayMillis, byte[] body) {
            return Figure.of(
                    name,
                    Target.atLeast(SHARE),
                    ours.answersPerSecond() / wireMock.answersPerSecond(),
                    " ×",
                    Format.text("%,.0f/s against %,.0f/s of the %,d that the connections allow, answers of %,d bytes;"
                                    + " failed: %d and %d",
                            ours.answersPerSecond(), wireMock.answersPerSecond(), CONNECTIONS * 1_000 / delayMillis,
                            body.length, ours.failed(), wireMock.failed()));
        }

        private Throughput wireMock(byte[] body, int delayMillis) throws Exception {
            context.tell("WireMock, " + CONNECTIONS + " connections, " + delayMillis + " ms");
            try (Server mock = WireMock.start(context, Map.of(PATH, body), delayMillis)) {
                return throughput(mock);
            }
        }

        private Server ours(int delayMillis) throws Exception {
            return context.mock("mock-" + delayMillis, List.of("--delay", delayMillis + "ms"));
        }

        private Throughput throughput(Server mock) throws Exception {
            CpuTime cpu = new CpuTime(mock.program());
            LoadSummary load = offer(mock, closed(CONNECTIONS, warmUp, measured), CONNECTIONS, cpu);
            return new Throughput(
                    load.achievedPerSecond(),
                    cpu.seconds() * 1e6 / Math.max(1, load.achievedPerSecond() * load.seconds()),
                    load.errors());
        }

        private List<Figure> delayError(Server mock, double rate, Target target) throws Exception {
            try (MockClient admin = new MockClient(mock.url())) {
                LoadListener reset = new LoadListener() {
                    @Override
                    public void measuring() throws InterruptedException {
                        // The warm-up opens thousands of connections, which makes everybody wait.
                        admin.resetDelayError();
                    }
                };
                LoadSummary load = offer(
                        mock,
                        Schedule.steps(List.of(new Step(false, rate, settling), new Step(true, rate, measured))),
                        CONNECTIONS,
                        reset);
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
        }

        private List<Figure> pending() throws Exception {
            context.tell("mock-api with " + PENDING + " delays pending");
            Duration hold = Duration.ofSeconds(10);
            try (Server mock = ours(Math.toIntExact(hold.toMillis()));
                    MockClient admin = new MockClient(mock.url())) {
                int[] seen = new int[2];
                LoadListener look = new LoadListener() {
                    @Override
                    public void measured() throws TrialFailure, IOException, InterruptedException {
                        seen[0] = admin.pendingDelays();
                        seen[1] = ProcessStatus.threadsNamed(mock.program().pid(), "vert.x-eventloo");
                    }
                };
                LoadSummary load = offer(mock, closed(PENDING, Duration.ZERO, Duration.ofSeconds(8)), PENDING, look);
                return List.of(
                        Figure.of("delays pending at once", Target.atLeast(PENDING), seen[0], "",
                                load.errors() == 0 ? "all answered" : load.errorsByKind().toString()),
                        Figure.of("threads that hold them", Target.atMost(Runtime.getRuntime().availableProcessors()),
                                seen[1], "", "one event loop per core"));
            }
        }

        private static Schedule closed(int users, Duration warmUp, Duration measured) {
            return Schedule.of(Load.closed(users), new WarmUp(warmUp, 1, Duration.ZERO), measured, Share.WHOLE);
        }

        private static LoadSummary offer(Server mock, Schedule schedule, int connections, LoadListener listener)
                throws Exception {
            try (LightClient client = new LightClient(
                    LightLoad.of(mock.url() + PATH, schedule).withConnections(connections))) {
                return client.run(listener).getFirst();
            }
        }
    }

    /** The CPU time of a program in the measured phase of a load. */
    private static final class CpuTime implements LoadListener {

        private final Program program;
        private Duration before = Duration.ZERO;
        private Duration after = Duration.ZERO;

        CpuTime(Program program) {
            this.program = program;
        }

        @Override
        public void measuring() {
            before = program.cpu().orElse(Duration.ZERO);
        }

        @Override
        public void measured() {
            after = program.cpu().orElse(Duration.ZERO);
        }

        double seconds() {
            return after.minus(before).toNanos() / 1e9;
        }
    }
}
