package io.birdseye.benchmarks.inflight;

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
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Server;
import io.birdseye.model.Format;
import io.birdseye.model.MachineLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * 175 requests/s whose upstreams take 20 s: after 20 s, 3,500 requests and 14,000 calls wait at once, and the number
 * stays there. A strategy that holds no platform thread shows what waiting costs; one that does shows what threads cost.
 */
public final class InFlightBench implements Bench {

    private static final int RATE = 175;
    private static final int UPSTREAM_SECONDS = 20;
    private static final int REQUESTS = RATE * UPSTREAM_SECONDS;
    private static final int CALLS = 4;
    private static final int MOST_DESCRIPTORS = REQUESTS * (CALLS + 1) + 1_000;
    private static final Duration WARM_UP = Duration.ofSeconds(30);
    private static final Duration WARM_UP_DELAY = Duration.ofMillis(50);
    private static final double FLOOR_MILLIS = UPSTREAM_SECONDS * 1e3;
    private static final List<String> LIGHT = List.of("virtual-threads", "coroutines", "http-async");
    private static final List<String> PLATFORM = List.of("executor");

    /**
     * Two thirds of the heap wait for 20 s. To collect around those the parallel collector stops all for a second, and G1
     * for up to half of one, by the hour; Shenandoah collects while requests are served.
     */
    private static final List<String> FLAGS =
            List.of(Programs.shenandoahOr("-XX:+UseG1GC"), "-Xms720m", "-Xmx720m", "-Xss256k");

    @Override
    public String name() {
        return "in-flight";
    }

    @Override
    public String what() {
        return "3,500 requests with 14,000 calls that wait 20 s at once: none fails, RSS below 1 GB, threads bounded, p99"
                + " 1.1 × the floor";
    }

    @Override
    public Duration estimate(boolean quick) {
        return Duration.ofSeconds((long) (LIGHT.size() + PLATFORM.size()) * (quick ? 95 : 115));
    }

    @Override
    public List<Figure> run(BenchContext context) throws Exception {
        MachineLimits.now().requireDescriptors(MOST_DESCRIPTORS);
        List<Figure> figures = new ArrayList<>();
        try (Server mock = context.mock("in-flight-mock", List.of())) {
            for (String strategy : LIGHT) {
                figures.addAll(light(context, mock, strategy));
            }
            for (String strategy : PLATFORM) {
                figures.addAll(platform(context, mock, strategy));
            }
        }
        return figures;
    }

    /**
     * @param load what the client saw
     * @param mostRequests that waited at once, as the client counts them
     * @param idle the service before its first request
     * @param full the service at the end of the counted time
     * @param calls that waited at once in the counted time, at most, as mock-api counts them
     */
    private record DataPoint(
            LoadSummary load, int mostRequests, ProcessStatus idle, ProcessStatus full, int calls, boolean alive) {}

    /**
     * Asks the mock some times a second how many calls wait, since a single look may fall into a collector's pause, and
     * at the end the service how large it is. What the client sends waits meanwhile, which its start lag tells.
     */
    private static final class Counted implements LoadListener {

        private final Server service;
        private final MockClient mock;
        private ProcessStatus full;
        private int calls;

        Counted(Server service, MockClient mock, ProcessStatus idle) {
            this.service = service;
            this.mock = mock;
            this.full = idle;
        }

        @Override
        public void waiting(Stage stage) throws TrialFailure, InterruptedException {
            if (stage == Stage.MEASURING) {
                calls = Math.max(calls, mock.pendingDelays());
            }
        }

        @Override
        public void measured() throws IOException {
            full = service.program().status();
        }
    }

    private static DataPoint measure(BenchContext context, Server mock, String strategy)
            throws TrialFailure, IOException, InterruptedException {
        context.tell(strategy + " with " + REQUESTS + " requests in flight");
        int calls = REQUESTS * CALLS;
        // A little more of everything than Little's law asks for: no pool shall be the bound.
        String queue = Integer.toString(2 * REQUESTS);
        String io = Integer.toString(calls + 1_000);
        List<String> arguments = List.of(
                "--upstream", mock.url(),
                "--deadline", "60s",
                "--connect-timeout", "10s",
                "--http-threads", strategy.equals("executor") ? queue : "64",
                "--http-queue", queue,
                "--default-max-in-flight", queue,
                "--max-io", io,
                "--memory-sizes", "0..1");
        String path = "/overview/" + strategy + "?userId=1&sharedMemory=0&layout=primitive&ioPoolSize=" + io
                + "&cpuPoolSize=" + Runtime.getRuntime().availableProcessors();
        try (Server service = context.service("in-flight-" + strategy, FLAGS, arguments);
                MockClient admin = new MockClient(mock.url())) {
            ProcessStatus idle = service.program().status();
            admin.settings(littleData(WARM_UP_DELAY));
            // A cold JVM at this rate would be measured at compiling.
            LoadSummary warm = run(service, path, new Step(true, RATE, WARM_UP)).load(LoadListener.NONE);
            if (warm.ok() == 0) {
                throw new TrialFailure(strategy + " answers nothing in the warm-up: " + warm.errorsByKind());
            }
            admin.settings(littleData(Duration.ofSeconds(UPSTREAM_SECONDS)));
            Counted counted = new Counted(service, admin, idle);
            Offered offered = run(
                    service, path,
                    new Step(false, RATE, Duration.ofSeconds(UPSTREAM_SECONDS + 1)),
                    new Step(true, RATE, Duration.ofSeconds(context.quick() ? 10 : 30)));
            LoadSummary load = offered.load(counted);
            return new DataPoint(
                    load, offered.client().mostInFlight(), idle, counted.full, counted.calls, service.program().alive());
        }
    }

    /** With no comments and no photos: less data than that makes no overview. */
    private static Map<String, Object> littleData(Duration delay) {
        Map<String, Integer> empty = Map.of("payloadBytes", 2);
        return Map.of(
                "default", Map.of("fixedDelayMilliseconds", delay.toMillis()),
                "routes", Map.of("comments", empty, "photos", empty));
    }

    /** A load that is about to be offered. */
    private record Offered(LightClient client) {

        LoadSummary load(LoadListener listener) throws TrialFailure, IOException, InterruptedException {
            try (client) {
                return client.run(listener).getFirst();
            }
        }
    }

    private static Offered run(Server service, String path, Step... steps) throws IOException {
        return new Offered(new LightClient(LightLoad.of(service.url() + path, Schedule.steps(List.of(steps)))
                .withConnections(REQUESTS + 500)
                .withTimeout(Duration.ofSeconds(UPSTREAM_SECONDS + 10))));
    }

    /** One that fails must not take the others with it. */
    private static List<Figure> light(BenchContext context, Server mock, String strategy) throws InterruptedException {
        try {
            return light(strategy, measure(context, mock, strategy));
        } catch (TrialFailure | IOException e) {
            return List.of(Figure.failed(strategy, Target.atMost(0), "the service gave up: " + e.getMessage()));
        }
    }

    private static List<Figure> light(String strategy, DataPoint point) {
        ProcessStatus full = point.full();
        double perRequest = (full.rssBytes() - point.idle().rssBytes()) / 1e3 / REQUESTS;
        int descriptors = full.descriptors() - point.idle().descriptors();
        return List.of(
                Figure.of(strategy + ": requests in flight at once", Target.atLeast(0.99 * REQUESTS),
                        point.mostRequests(), "", full.descriptors() + " descriptors"),
                Figure.of(strategy + ": calls in flight at once", Target.atLeast(0.99 * REQUESTS * CALLS),
                        point.calls(), "", "as mock-api counts them, some times a second"),
                Figure.of(strategy + ": failed", Target.atMost(0), point.load().errors(), "",
                        point.load().ok() + " answered" + reasons(point)),
                Figure.of(strategy + ": peak RSS", Target.atMost(1_000), full.peakRssBytes() / 1e6, " MB",
                        Format.text("heap 720 MB in it; with what the JVM itself gained since its start %.0f kB and %d"
                                        + " descriptors per request, so 10,000 need %,.1f GB and %,d descriptors,"
                                        + " 100,000 need %,.0f GB and %,d",
                                perRequest, Math.round((double) descriptors / REQUESTS),
                                extrapolated(point, 10_000), descriptors(point, 10_000),
                                extrapolated(point, 100_000), descriptors(point, 100_000))),
                Figure.of(strategy + ": threads", Target.atMost(100), full.threads(), "", ""),
                Figure.of(strategy + ": p99 over the floor of 20 s", Target.atMost(1.1),
                        p99OverFloor(point), " ×", ""));
    }

    private static double extrapolated(DataPoint point, int requests) {
        double perRequest = (double) (point.full().rssBytes() - point.idle().rssBytes()) / REQUESTS;
        return (point.idle().rssBytes() + perRequest * requests) / 1e9;
    }

    private static int descriptors(DataPoint point, int requests) {
        double perRequest = (double) (point.full().descriptors() - point.idle().descriptors()) / REQUESTS;
        return (int) Math.round(point.idle().descriptors() + perRequest * requests);
    }

    /** Whatever comes of it is the result: the service may refuse, slow down, or die. */
    private static List<Figure> platform(BenchContext context, Server mock, String strategy)
            throws InterruptedException {
        try {
            DataPoint point = measure(context, mock, strategy);
            return List.of(
                    Figure.of(strategy + ": failed", Target.none(), point.load().errors(), "",
                            point.load().ok() + " answered" + reasons(point)
                                    + (point.alive() ? "" : "; the service died")),
                    Figure.of(strategy + ": threads", Target.none(), point.full().threads(), "", ""),
                    Figure.of(strategy + ": peak RSS", Target.none(), point.full().peakRssBytes() / 1e6, " MB", ""),
                    Figure.of(strategy + ": p99 over the floor of 20 s", Target.none(),
                            p99OverFloor(point), " ×", ""));
        } catch (TrialFailure | IOException e) {
            return List.of(Figure.failed(strategy, Target.none(), "the service gave up: " + e.getMessage()));
        }
    }

    private static String reasons(DataPoint point) {
        return point.load().errorsByKind().isEmpty() ? "" : ", " + point.load().errorsByKind();
    }

    private static double p99OverFloor(DataPoint point) {
        return point.load().ok() == 0 ? Double.NaN : point.load().response().p99Ms() / FLOOR_MILLIS;
    }
}
