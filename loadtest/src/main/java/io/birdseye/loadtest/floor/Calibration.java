package io.birdseye.loadtest.floor;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.light.LightClient;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.Load;
import io.birdseye.report.result.Floor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Measures the floor: what one request takes on a warm service that does nothing else. Many users warm it up until the
 * CPU time of a request no longer falls: for seven hundred requests it fell from 130 ms to 26. What the JIT does
 * afterwards is not counted.
 */
public record Calibration(
        ServiceClient service, String path, CallTimes upstreams, boolean mayFail, Program.Watch watch) {

    /** How long {@link #again} takes where five requests do not take longer. */
    public static final double AGAIN_SECONDS = 4;

    private static final int MIN_AGAIN = 5;
    private static final int MAX_AGAIN = 15;
    private static final int GROUPS = 5;
    private static final int REQUESTS_PER_GROUP = 6;
    private static final int MEASURED_REQUESTS = GROUPS * REQUESTS_PER_GROUP;
    private static final Load WARM_UP = Load.closed(24);
    private static final Duration STEP = Duration.ofSeconds(2);
    private static final Set<Integer> UPSTREAM_FAILED = Set.of(502, 504);
    private static final int SETTLED_STEPS = 3;
    private static final double NEAR = 1.15;

    /** How long {@link #measure} takes at most, roughly, where a request takes so long. */
    public static double estimateSeconds(Duration mostWarmUp, double requestSeconds) {
        return mostWarmUp.toMillis() / 1e3 + MEASURED_REQUESTS * requestSeconds;
    }

    /** @param mostWarmUp the warm-up ends then at the latest, and earlier where the service is warm */
    public Floor measure(Duration mostWarmUp) throws TrialFailure, IOException, InterruptedException {
        warmUp(mostWarmUp);
        // The JIT finishes what the warm-up has asked of it.
        Thread.sleep(500);
        UnloadedRequests requests = new UnloadedRequests(upstreams);
        List<Double> cpuNanosOfGroups = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            long before = service.resources().process().cpuNanosOfProgram();
            for (int i = 0; i < REQUESTS_PER_GROUP; i++) {
                ask(requests);
            }
            cpuNanosOfGroups.add((double) (service.resources().process().cpuNanosOfProgram() - before));
        }
        // The median: a compiler or collector that woke up in one group does not count.
        return floor(requests, UnloadedRequests.median(cpuNanosOfGroups) / 1e6 / REQUESTS_PER_GROUP);
    }

    /** On a service that a trial has warmed: 15 requests, or what {@value #AGAIN_SECONDS} s take, but five at least. */
    public Floor again() throws TrialFailure, IOException, InterruptedException {
        UnloadedRequests requests = new UnloadedRequests(upstreams);
        long start = System.nanoTime();
        long before = service.resources().process().cpuNanosOfProgram();
        int asked = 0;
        while (asked < MIN_AGAIN || asked < MAX_AGAIN && (System.nanoTime() - start) / 1e9 < AGAIN_SECONDS) {
            ask(requests);
            asked++;
        }
        return floor(requests, (service.resources().process().cpuNanosOfProgram() - before) / 1e6 / asked);
    }

    private void ask(UnloadedRequests requests) throws TrialFailure, IOException, InterruptedException {
        watch.look();
        Answer answer = service.send(path);
        if (mayFail && UPSTREAM_FAILED.contains(answer.status())) {
            return;
        }
        if (answer.status() != 200) {
            throw new TrialFailure("calibration: service answers " + path + " with " + answer.statusAndDetail());
        }
        requests.add(answer.header("server-timing"));
    }

    private static Floor floor(UnloadedRequests requests, double cpuMsPerRequest) throws TrialFailure {
        if (requests.isEmpty()) {
            throw new TrialFailure("calibration: service gives no Server-Timing");
        }
        return requests.floor(cpuMsPerRequest);
    }

    private long cpuNanos() throws TrialFailure, InterruptedException {
        return requireNonNull(service.resources().process().cpuNanos(), "the service tells its CPU time");
    }

    private void warmUp(Duration most) throws TrialFailure, IOException, InterruptedException {
        List<Long> costs = new ArrayList<>();
        for (Duration left = most; left.isPositive() && !settled(costs); left = left.minus(STEP)) {
            long before = cpuNanos();
            Duration step = left.compareTo(STEP) < 0 ? left : STEP;
            try (LightClient users = new LightClient(RequestPlan.light(service.baseUrl() + path, WARM_UP, step))) {
                LoadSummary summary = users.run(LoadListener.watching(watch)).getFirst();
                // What fails here will fail below, where the reason can be told.
                costs.add((cpuNanos() - before) / Math.max(1, summary.ok()));
            }
        }
    }

    /** Whether each of the last steps cost at most 15 % more than the cheapest of all. */
    static boolean settled(List<Long> costs) {
        return costs.size() > SETTLED_STEPS
                && costs.reversed().stream()
                        .limit(SETTLED_STEPS)
                        .allMatch(cost -> cost <= Collections.min(costs) * NEAR);
    }
}
