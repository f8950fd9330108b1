package io.birdseye.benchmarks;

import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.light.LightClient;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.Format;
import io.birdseye.model.MachineLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * 175 requests/s whose upstreams take 20 s: after 20 s, 3,500 requests and 14,000 calls wait at once, and the number
 * stays there. Strategies that hold no platform thread show what waiting costs; one that does shows what threads cost.
 */
final class InFlightBench {

    private static final int RATE = 175;
    private static final int UPSTREAM_SECONDS = 20;
    private static final int REQUESTS = RATE * UPSTREAM_SECONDS;
    private static final int CALLS = 4;
    private static final Duration WARM_UP = Duration.ofSeconds(30);
    private static final Duration WARM_UP_DELAY = Duration.ofMillis(50);

    /** Holds a platform thread for each call. Nothing is promised of it: it may refuse, slow down, or die. */
    private static final String PLATFORM = "executor";

    private static final List<String> STRATEGIES = List.of("virtual-threads", "coroutines", "http-async", PLATFORM);

    /**
     * Two thirds of the heap wait for 20 s. To collect around those the parallel collector stops all for a second, and
     * G1 for up to half of one, again and again; Shenandoah collects while requests are served.
     */
    private static final List<String> FLAGS =
            List.of(Programs.shenandoahOr("-XX:+UseG1GC"), "-Xms720m", "-Xmx720m", "-Xss256k");

    private InFlightBench() {}

    static List<Figure> run(BenchContext context) throws Exception {
        MachineLimits.now().requireDescriptors(REQUESTS * (CALLS + 1) + 1_000);
        List<Figure> figures = new ArrayList<>();
        try (Program mock = context.mock("in-flight-mock")) {
            for (String strategy : STRATEGIES) {
                context.progress().accept(strategy + " with " + REQUESTS + " requests in flight");
                try {
                    figures.addAll(measure(context, mock, strategy));
                } catch (TrialFailure | IOException e) {
                    // One that fails must not take the others with it.
                    figures.add(Figure.failed(
                            strategy, promised(strategy, Target.atMost(0)), "the service gave up: " + e.getMessage()));
                }
            }
        }
        return figures;
    }

    private static Target promised(String strategy, Target target) {
        return strategy.equals(PLATFORM) ? Target.none() : target;
    }

    private static List<Figure> measure(BenchContext context, Program mock, String strategy)
            throws TrialFailure, IOException, InterruptedException {
        // A little more of everything than Little's law asks for: no pool shall be the bound.
        String queue = Integer.toString(2 * REQUESTS);
        String io = Integer.toString(REQUESTS * CALLS + 1_000);
        String path = "/overview/" + strategy + "?userId=1&sharedMemory=0&layout=primitive&ioPoolSize=" + io
                + "&cpuPoolSize=" + Runtime.getRuntime().availableProcessors();
        try (Program service = context.service("in-flight-" + strategy, FLAGS,
                        "--upstream", mock.url(), "--deadline", "60s", "--connect-timeout", "10s",
                        "--http-threads", strategy.equals(PLATFORM) ? queue : "64", "--http-queue", queue,
                        "--default-max-in-flight", queue, "--max-io", io, "--memory-sizes", "0..1");
                MockClient admin = new MockClient(mock.url())) {
            Watched watched = new Watched(strategy, service, admin);
            admin.settings(littleData(WARM_UP_DELAY));
            // A cold JVM at this rate would be measured at compiling.
            try (LightClient client = client(service.url() + path, new Step(true, RATE, WARM_UP))) {
                LoadSummary warm = client.run(LoadListener.NONE).getFirst();
                if (warm.ok() == 0) {
                    throw new TrialFailure(strategy + " answers nothing in the warm-up: " + warm.errorsByKind());
                }
            }
            admin.settings(littleData(Duration.ofSeconds(UPSTREAM_SECONDS)));
            try (LightClient client = client(
                    service.url() + path, new Step(false, RATE, Duration.ofSeconds(UPSTREAM_SECONDS + 1)),
                    new Step(true, RATE, context.window(10, 30)))) {
                LoadSummary load = client.run(watched).getFirst();
                return watched.figures(load, client.mostInFlight());
            }
        }
    }

    private static LightClient client(String url, Step... steps) {
        return new LightClient(RequestPlan.light(url, List.of(steps), 0).withConnections(REQUESTS + 500));
    }

    /** With no comments and no photos: less data than that makes no overview. */
    private static Map<String, Object> littleData(Duration delay) {
        Map<String, Integer> empty = Map.of("payloadBytes", 2);
        return Map.of(
                "default", Map.of("fixedDelayMilliseconds", delay.toMillis()),
                "routes", Map.of("comments", empty, "photos", empty));
    }

    /**
     * Asks the mock some times a second how many calls wait, since a single look may fall into a collector's pause,
     * and at the end the service how large it is. What the client sends waits meanwhile, which its start lag tells.
     */
    private static final class Watched implements LoadListener {

        private final String strategy;
        private final Program service;
        private final MockClient mock;
        private final ProcessStatus idle;
        private ProcessStatus full;
        private int calls;

        Watched(String strategy, Program service, MockClient mock) throws IOException {
            this.strategy = strategy;
            this.service = service;
            this.mock = mock;
            idle = service.status();
            full = idle;
        }

        @Override
        public void waiting(Stage stage) throws TrialFailure, InterruptedException {
            if (stage == Stage.MEASURING) {
                calls = Math.max(calls, mock.pendingDelays());
            }
        }

        @Override
        public void measured() throws IOException {
            full = service.status();
        }

        /** @param most requests that waited at once, as the client counts them */
        List<Figure> figures(LoadSummary load, int most) {
            String reasons = load.errorsByKind().isEmpty() ? "" : ", " + load.errorsByKind();
            double overFloor = load.response().p99Ms() / (UPSTREAM_SECONDS * 1e3);
            return List.of(
                    figure("requests in flight at once", Target.atLeast(0.99 * REQUESTS), most, "",
                            full.descriptors() + " descriptors"),
                    figure("calls in flight at once", Target.atLeast(0.99 * REQUESTS * CALLS), calls, "",
                            "as mock-api counts them, some times a second"),
                    figure("failed", Target.atMost(0), load.errors(), "",
                            load.ok() + " answered" + reasons + (service.alive() ? "" : "; the service died")),
                    figure("peak RSS", Target.atMost(1_000), full.peakRssBytes() / 1e6, " MB", extrapolated()),
                    figure("threads", Target.atMost(100), full.threads(), "", ""),
                    figure("p99 over the floor of 20 s", Target.atMost(1.1),
                            load.ok() == 0 ? Double.NaN : overFloor, " ×", ""));
        }

        private Figure figure(String name, Target target, double measured, String unit, String note) {
            return Figure.of(strategy + ": " + name, promised(strategy, target), measured, unit, note);
        }

        private String extrapolated() {
            double bytes = (double) (full.rssBytes() - idle.rssBytes()) / REQUESTS;
            double descriptors = (double) (full.descriptors() - idle.descriptors()) / REQUESTS;
            return Format.text("heap 720 MB in it; with what the JVM itself gained since its start %.0f kB and %.0f"
                            + " descriptors per request, so 10,000 need %,.1f GB and %,.0f descriptors,"
                            + " 100,000 need %,.0f GB and %,.0f",
                    bytes / 1e3, descriptors,
                    (idle.rssBytes() + bytes * 1e4) / 1e9, idle.descriptors() + descriptors * 1e4,
                    (idle.rssBytes() + bytes * 1e5) / 1e9, idle.descriptors() + descriptors * 1e5);
        }
    }
}
