package io.birdseye.benchmarks.mock;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Lab;
import io.birdseye.model.MachineLimits;
import io.birdseye.benchmarks.Target;
import io.birdseye.benchmarks.load.HttpLoad;
import io.birdseye.benchmarks.load.LoadPlan;
import io.birdseye.benchmarks.load.LoadResult;
import io.birdseye.benchmarks.process.Child;
import io.birdseye.benchmarks.process.MockAdmin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

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
    public List<Figure> run(Lab lab) throws Exception {
        Duration warmUp = Duration.ofSeconds(lab.quick() ? 6 : 12);
        // The first seconds of an open model are those in which thousands of connections are opened.
        Duration settling = Duration.ofSeconds(lab.quick() ? 12 : 20);
        Duration measured = Duration.ofSeconds(lab.quick() ? 8 : 20);
        MachineLimits.now().requireDescriptors(PENDING + 500);
        Figures figures = new Figures(lab, warmUp, settling, measured);
        return figures.all();
    }

    /** @param cpuMicros of the mock per answer */
    private record Throughput(double answersPerSecond, double cpuMicros, long failed) {}

    /** One run of the bench. */
    private record Figures(Lab lab, Duration warmUp, Duration settling, Duration measured) {

        List<Figure> all() throws Exception {
            List<Figure> figures = new ArrayList<>();
            Throughput ours;
            byte[] body;
            lab.tell("mock-api, " + CONNECTIONS + " connections");
            try (Child mock = ours(DELAY_MILLIS)) {
                body = new MockAdmin(mock).get(PATH);
                ours = throughput(mock);
                lab.tell("mock-api at half of " + Math.round(ours.answersPerSecond()) + " answers/s");
                figures.addAll(delayError(mock, ours.answersPerSecond() / 2, Target.atMost(DELAY_ERROR_MILLIS)));
                // Where the load tool leaves cores free, what is left is the mock's own.
                lab.tell("mock-api at a tenth of it");
                figures.addAll(delayError(mock, ours.answersPerSecond() / 10, Target.none()));
            }
            Throughput wireMock = wireMock(body, DELAY_MILLIS);
            figures.add(0, answers("answers/s over WireMock's", ours, wireMock, DELAY_MILLIS, body));
            figures.add(1, Figure.of(
                    "CPU per answer, WireMock's over ours",
                    Target.atLeast(SHARE),
                    wireMock.cpuMicros() / ours.cpuMicros(),
                    " ×",
                    String.format(
                            Locale.ROOT, "%.0f µs against %.0f µs", wireMock.cpuMicros(), ours.cpuMicros())));
            lab.tell("mock-api, " + CONNECTIONS + " connections, " + SHORT_DELAY_MILLIS + " ms");
            Throughput oursSooner;
            try (Child mock = ours(SHORT_DELAY_MILLIS)) {
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
                    String.format(
                            Locale.ROOT,
                            "%,.0f/s against %,.0f/s of the %,d that the connections allow, answers of %,d bytes;"
                                    + " failed: %d and %d",
                            ours.answersPerSecond(), wireMock.answersPerSecond(), CONNECTIONS * 1_000 / delayMillis,
                            body.length, ours.failed(), wireMock.failed()));
        }

        private Throughput wireMock(byte[] body, int delayMillis) throws Exception {
            lab.tell("WireMock, " + CONNECTIONS + " connections, " + delayMillis + " ms");
            try (Child mock = WireMock.start(lab, Map.of(PATH, body), delayMillis)) {
                return throughput(mock);
            }
        }

        private Child ours(int delayMillis) throws IOException {
            return lab.mock("mock-" + delayMillis, List.of("--delay", delayMillis + "ms"));
        }

        private Throughput throughput(Child mock) throws IOException {
            CpuWindow cpu = new CpuWindow(mock);
            LoadResult result = HttpLoad.run(plan(mock, CONNECTIONS, 0, warmUp, measured), cpu);
            return new Throughput(
                    result.answersPerSecond(),
                    cpu.seconds() * 1e6 / Math.max(1, result.answersPerSecond() * cpu.wallSeconds()),
                    result.failed());
        }

        private List<Figure> delayError(Child mock, double rate, Target target) throws Exception {
            MockAdmin admin = new MockAdmin(mock);
            DelayErrorWindow window = new DelayErrorWindow(admin);
            LoadResult result =
                    HttpLoad.run(plan(mock, CONNECTIONS, rate, settling, measured), window);
            Histogram firstByte = result.firstByteMicros();
            double seen = Math.max(
                    Math.abs(firstByte.getValueAtPercentile(99.9) / 1e3 - DELAY_MILLIS),
                    Math.abs(firstByte.getMinValue() / 1e3 - DELAY_MILLIS));
            String at = String.format(Locale.ROOT, ", %,.0f requests/s", rate);
            return List.of(
                    Figure.of(
                            "delay error p99.9 as mock-api notes it" + at,
                            target,
                            window.delayErrorP999Millis(),
                            " ms",
                            ""),
                    Figure.of(
                            "delay error p99.9 as the client sees it" + at,
                            Target.none(),
                            seen,
                            " ms",
                            "its own thread, which shares the cores, is in it"));
        }

        private List<Figure> pending() throws Exception {
            lab.tell("mock-api with " + PENDING + " delays pending");
            Duration hold = Duration.ofSeconds(10);
            try (Child mock = ours(Math.toIntExact(hold.toMillis()))) {
                int[] seen = new int[2];
                HttpLoad.Window look = new HttpLoad.Window() {
                    @Override
                    public void begin() {}

                    @Override
                    public void end() throws IOException {
                        seen[0] = new MockAdmin(mock).pendingDelays();
                        seen[1] = mock.threadsNamed("vert.x-eventloo");
                    }
                };
                LoadResult result = HttpLoad.run(
                        plan(mock, PENDING, 0, Duration.ZERO, Duration.ofSeconds(8)).draining(hold.plusSeconds(20)), look);
                return List.of(
                        Figure.of("delays pending at once", Target.atLeast(PENDING), seen[0], "",
                                result.failed() == 0 ? "all answered" : result.failures().toString()),
                        Figure.of("threads that hold them", Target.atMost(Runtime.getRuntime().availableProcessors()),
                                seen[1], "", "one event loop per core"));
            }
        }

        private static LoadPlan plan(Child mock, int connections, double rate, Duration warmUp, Duration measured) {
            return new LoadPlan(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), mock.port()),
                    PATH, connections, rate, warmUp, measured, Duration.ofSeconds(5));
        }
    }
}
