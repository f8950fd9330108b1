package io.birdseye.benchmarks.inflight;

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
import io.birdseye.benchmarks.process.ProcessStatus;
import io.birdseye.loadtest.trial.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    public List<Figure> run(Lab lab) throws Exception {
        MachineLimits.now().requireDescriptors(MOST_DESCRIPTORS);
        List<Figure> figures = new ArrayList<>();
        try (Child mock = lab.mock("in-flight-mock", List.of())) {
            for (String strategy : LIGHT) {
                figures.addAll(light(lab, mock, strategy));
            }
            for (String strategy : PLATFORM) {
                figures.addAll(platform(lab, mock, strategy));
            }
        }
        return figures;
    }

    /**
     * @param idle the service before its first request
     * @param full the service at the end of the counted time
     * @param calls that waited at once in the counted time, at most, as mock-api counts them
     */
    private record Point(LoadResult load, ProcessStatus idle, ProcessStatus full, int calls, boolean alive) {

        double p99Millis() {
            return load.answers() == 0 ? Double.NaN : load.responseMicros().getValueAtPercentile(99) / 1e3;
        }
    }

    private static Point measure(Lab lab, Child mock, String strategy) throws IOException {
        lab.tell(strategy + " with " + REQUESTS + " requests in flight");
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
                "--default-queue", queue,
                "--max-io", io,
                "--memory-sizes", "0..1");
        String path = "/overview/" + strategy + "?userId=1&sharedMemory=0&layout=primitive&ioPoolSize=" + io
                + "&cpuPoolSize=" + Runtime.getRuntime().availableProcessors();
        try (Child service = lab.service("in-flight-" + strategy, FLAGS, arguments)) {
            MockAdmin admin = new MockAdmin(mock);
            ProcessStatus idle = service.status();
            admin.delayOfLittleData(WARM_UP_DELAY);
            // A cold JVM at this rate would be measured at compiling.
            LoadResult warm = HttpLoad.run(
                    plan(service, path, Duration.ZERO, WARM_UP, Duration.ofSeconds(10)), HttpLoad.Window.NONE);
            if (warm.answers() == 0) {
                throw new IOException(strategy + " answers nothing in the warm-up: " + warm.failures());
            }
            admin.delayOfLittleData(Duration.ofSeconds(UPSTREAM_SECONDS));
            CountedTime counted = new CountedTime(service, admin, idle);
            LoadResult load = HttpLoad.run(
                    plan(
                            service,
                            path,
                            Duration.ofSeconds(UPSTREAM_SECONDS + 1),
                            Duration.ofSeconds(lab.quick() ? 10 : 30),
                            Duration.ofSeconds(UPSTREAM_SECONDS + 10)),
                    counted);
            return new Point(load, idle, counted.full(), counted.mostCalls(), service.alive());
        }
    }

    private static LoadPlan plan(Child service, String path, Duration warmUp, Duration measured, Duration drain) {
        return new LoadPlan(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), service.port()),
                path,
                REQUESTS + 500,
                RATE,
                warmUp,
                measured,
                drain);
    }

    /** One that fails must not take the others with it. */
    private static List<Figure> light(Lab lab, Child mock, String strategy) {
        try {
            return light(strategy, measure(lab, mock, strategy));
        } catch (IOException e) {
            return List.of(Figure.failed(strategy, Target.atMost(0), "the service gave up: " + e.getMessage()));
        }
    }

    private static List<Figure> light(String strategy, Point point) {
        ProcessStatus full = point.full();
        double perRequest = (full.rssBytes() - point.idle().rssBytes()) / 1e3 / REQUESTS;
        int descriptors = full.descriptors() - point.idle().descriptors();
        return List.of(
                Figure.of(strategy + ": requests in flight at once", Target.atLeast(0.99 * REQUESTS),
                        point.load().mostInFlight(), "", full.descriptors() + " descriptors"),
                Figure.of(strategy + ": calls in flight at once", Target.atLeast(0.99 * REQUESTS * CALLS),
                        point.calls(), "", "as mock-api counts them, twice a second"),
                Figure.of(strategy + ": failed", Target.atMost(0), point.load().failed(), "",
                        point.load().answers() + " answered" + reasons(point)),
                Figure.of(strategy + ": peak RSS", Target.atMost(1_000), full.peakRssBytes() / 1e6, " MB",
                        String.format(
                                Locale.ROOT,
                                "heap 720 MB in it; with what the JVM itself gained since its start %.0f kB and %d"
                                        + " descriptors per request, so 10,000 need %,.1f GB and %,d descriptors,"
                                        + " 100,000 need %,.0f GB and %,d",
                                perRequest, Math.round((double) descriptors / REQUESTS),
                                extrapolated(point, 10_000), descriptors(point, 10_000),
                                extrapolated(point, 100_000), descriptors(point, 100_000))),
                Figure.of(strategy + ": threads", Target.atMost(100), full.threads(), "", ""),
                Figure.of(strategy + ": p99 over the floor of 20 s", Target.atMost(1.1),
                        point.p99Millis() / FLOOR_MILLIS, " ×", ""));
    }

    private static double extrapolated(Point point, int requests) {
        double perRequest = (double) (point.full().rssBytes() - point.idle().rssBytes()) / REQUESTS;
        return (point.idle().rssBytes() + perRequest * requests) / 1e9;
    }

    private static int descriptors(Point point, int requests) {
        double perRequest = (double) (point.full().descriptors() - point.idle().descriptors()) / REQUESTS;
        return (int) Math.round(point.idle().descriptors() + perRequest * requests);
    }

    /** Whatever comes of it is the result: the service may refuse, slow down, or die. */
    private static List<Figure> platform(Lab lab, Child mock, String strategy) {
        try {
            Point point = measure(lab, mock, strategy);
            return List.of(
                    Figure.of(strategy + ": failed", Target.none(), point.load().failed(), "",
                            point.load().answers() + " answered" + reasons(point)
                                    + (point.alive() ? "" : "; the service died")),
                    Figure.of(strategy + ": threads", Target.none(), point.full().threads(), "", ""),
                    Figure.of(strategy + ": peak RSS", Target.none(), point.full().peakRssBytes() / 1e6, " MB", ""),
                    Figure.of(strategy + ": p99 over the floor of 20 s", Target.none(),
                            point.p99Millis() / FLOOR_MILLIS, " ×", ""));
        } catch (IOException e) {
            return List.of(Figure.failed(strategy, Target.none(), "the service gave up: " + e.getMessage()));
        }
    }

    private static String reasons(Point point) {
        return point.load().failures().isEmpty() ? "" : ", " + point.load().failures();
    }
}
