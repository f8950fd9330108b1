package io.birdseye.loadtest.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.loadtest.FakeService;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.light.LightClient;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Gatling and the light client against a third load tool on the same running service at the same time, 100 requests/s each in
 * the open model. The third one shares nothing with them: another HTTP client, another clock loop, sorted numbers instead
 * of histograms. Latencies are known in closed form: 40 ms and an exponential of mean 15 ms behind it. Each tool meets the
 * middles of equal strata of it in a scattered order, so that any {@value #STRATA} requests in a row, or a multiple of it,
 * meet the whole distribution and nothing is left to the luck of the draw.
 */
class AgreementTest {

    private static final int RATE = 100;
    private static final int STRATA = 300;
    private static final int SCATTER = 107; // has no divisor in common with STRATA
    private static final int REQUESTS = 2 * STRATA;

    @TempDir
    private Path out;

    private static double delayMs(int arrival) {
        return 40 - 15 * Math.log(1 - (arrival * SCATTER % STRATA + 0.5) / STRATA);
    }

    /** By nearest rank, from the definition; no histogram. */
    private static double percentile(DoubleStream values, double percent) {
        double[] sorted = values.sorted().toArray();
        return sorted[(int) Math.ceil(percent / 100 * sorted.length) - 1];
    }

    /** The delay below which so many per cent of the requests stay. */
    private static double knownMs(double percent) {
        return percentile(IntStream.range(0, STRATA).mapToDouble(AgreementTest::delayMs), percent);
    }

    private record Figures(double p50Ms, double p99Ms) {}

    @Test
    void bothEnginesAgreeOnMedianAndP99WithAnIndependentLoadToolAndWithTheKnownDistribution() throws Exception {
        List<String> disagreements = measure("first");
        if (!disagreements.isEmpty()) {
            // What else runs on the machine may stop one of the tools for some milliseconds, but hardly twice.
            disagreements = measure("second");
        }
        assertThat(disagreements).isEmpty();
    }

    private List<String> measure(String name) throws Exception {
        try (FakeService service = new FakeService(0, AgreementTest::delayMs);
                Injector injector = Injector.start(out.resolve(name), Map.of(
                        "baseUrl", service.url(), "strategy", "empty", "rate", "" + RATE,
                        "duration", REQUESTS / RATE + "s", "warmUp", "1s", "warmUpCycles", "1",
                        "warmUpPause", "300ms"));
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            injector.readUntil("measure-start");
            Future<LoadSummary> light = threads.submit(() -> light(service.url() + "/overview/light"));
            Figures independent = independent(URI.create(service.url() + "/overview/independent"));
            List<String> disagreements = new ArrayList<>();
            for (LoadSummary summary : List.of(injector.summary(), light.get())) {
                assertThat(summary.ok()).isEqualTo(REQUESTS);
                Figures ours = new Figures(summary.response().p50Ms(), summary.response().p99Ms());
                compare(disagreements, "p50", ours.p50Ms(), independent.p50Ms(), knownMs(50), summary.startLag().p50Ms());
                compare(disagreements, "p99", ours.p99Ms(), independent.p99Ms(), knownMs(99), summary.startLag().p99Ms());
            }
            return disagreements;
        }
    }

    private static LoadSummary light(String url) throws Exception {
        Load load = Load.open(RATE, Arrivals.CONSTANT);
        try (LightClient client = new LightClient(RequestPlan.light(url, load, Duration.ofSeconds(REQUESTS / RATE)))) {
            return client.run(LoadListener.NONE).getFirst();
        }
    }

    /**
     * Within 3 % or 2 ms, whichever is more, of the other tool, and never faster than the service can be. On a busy
     * machine all tools are late, each in its own way: the other one then is farther than that from the known
     * distribution, and ours reports a start lag of more than 2 ms. By twice so much they may differ in addition.
     */
    private static void compare(
            List<String> disagreements, String what, double ours, double theirs, double known, double startLag) {
        double allowed = Math.max(0.03 * known, 2);
        double disturbance = Math.max(0, Math.abs(theirs - known) - allowed) + Math.max(0, startLag - 2);
        if (Math.abs(ours - theirs) > allowed + 2 * disturbance || ours < known - allowed) {
            disagreements.add(String.format(
                    "%s: %.1f ms with a start lag of %.1f ms, independent tool %.1f ms, known %.1f ms",
                    what, ours, startLag, theirs, known));
        }
    }

    private static Figures independent(URI address) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(address).build();
        List<Future<Double>> answers = new ArrayList<>();
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            for (int i = 0; i < REQUESTS; i++) {
                long due = start + i * 1_000_000_000L / RATE;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                answers.add(users.submit(() -> {
                    int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
                    assertThat(status).isEqualTo(200);
                    return (System.nanoTime() - due) / 1e6;
                }));
            }
        }
        double[] latencies = new double[REQUESTS];
        for (int i = 0; i < REQUESTS; i++) {
            latencies[i] = answers.get(i).get();
        }
        return new Figures(percentile(Arrays.stream(latencies), 50), percentile(Arrays.stream(latencies), 99));
    }
}
