package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.ServiceClient.Answer;
import io.birdseye.loadtest.generate.LightClient;
import io.birdseye.loadtest.generate.LightLoad;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.program.Program;
import io.birdseye.report.result.Floor;
import io.birdseye.model.Load;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the floor: what one request takes on a warm service that does nothing else. Many users warm the service up, and
 * then one request after the other is measured.
 *
 * <p>On two cores the CPU time of a request fell for seven hundred requests, from 130 ms to 26, while the JIT worked
 * through the code. So the warm-up goes on until that time no longer falls, and what the JIT still does after it is not
 * counted.
 *
 * @param mayFail whether some requests fail because the upstreams were told to
 */
record Calibration(ServiceClient service, String path, boolean mayFail, Program.Watch watch) {

    private static final Pattern ENTRY = Pattern.compile("([\\w-]+)-(io|cpu);dur=([\\d.]+)");
    private static final int GROUPS = 5;
    private static final int REQUESTS_PER_GROUP = 6;
    private static final int MEASURED_REQUESTS = GROUPS * REQUESTS_PER_GROUP;
    private static final Load WARM_UP = Load.closed(24);
    private static final Duration STEP = Duration.ofSeconds(2);
    private static final int UPSTREAM_FAILED = 502;
    private static final int SETTLED_STEPS = 3;
    private static final double NEAR = 1.15;

    /** How long {@link #measure} takes at most, roughly, where a request takes so long. */
    static double estimateSeconds(Duration mostWarmUp, double requestSeconds) {
        return mostWarmUp.toMillis() / 1e3 + MEASURED_REQUESTS * requestSeconds;
    }

    /** @param mostWarmUp the warm-up ends then at the latest, and earlier where the service is warm */
    Floor measure(Duration mostWarmUp) throws TrialFailure, IOException, InterruptedException {
        warmUp(mostWarmUp);
        // The JIT finishes what the warm-up has asked of it.
        Thread.sleep(500);
        Map<String, List<Double>> io = new LinkedHashMap<>();
        Map<String, List<Double>> cpu = new LinkedHashMap<>();
        List<Long> cpuNanosOfGroups = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            long before = service.resources().cpuNanosOfProgram();
            for (int i = 0; i < REQUESTS_PER_GROUP; i++) {
                watch.look();
                Answer answer = service.get(path);
                if (mayFail && answer.status() == UPSTREAM_FAILED) {
                    continue;
                }
                if (answer.status() != 200) {
                    throw new TrialFailure("calibration: service answers " + path + " with status " + answer.status());
                }
                note(answer.header("server-timing"), io, cpu);
            }
            cpuNanosOfGroups.add(service.resources().cpuNanosOfProgram() - before);
        }
        if (io.isEmpty()) {
            throw new TrialFailure("calibration: service gives no Server-Timing");
        }
        return new Floor(medians(io), medians(cpu), median(cpuNanosOfGroups) / 1e6 / REQUESTS_PER_GROUP);
    }

    private void warmUp(Duration most) throws TrialFailure, IOException, InterruptedException {
        List<Long> costs = new ArrayList<>();
        for (Duration left = most; left.isPositive() && !settled(costs); left = left.minus(STEP)) {
            long before = service.resources().cpuNanos();
            Schedule step = Schedule.of(WARM_UP, left.compareTo(STEP) < 0 ? left : STEP);
            try (LightClient users = new LightClient(LightLoad.of(service.baseUrl() + path, step))) {
                LoadSummary summary = users.run(LoadListener.watching(watch)).getFirst();
                // What fails here will fail below, where the reason can be told.
                costs.add((service.resources().cpuNanos() - before) / Math.max(1, summary.ok()));
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

    static void note(String serverTiming, Map<String, List<Double>> io, Map<String, List<Double>> cpu) {
        Matcher entry = ENTRY.matcher(serverTiming);
        while (entry.find()) {
            if (!entry.group(1).equals("join")) {
                Map<String, List<Double>> kind = entry.group(2).equals("io") ? io : cpu;
                kind.computeIfAbsent(entry.group(1), task -> new ArrayList<>())
                        .add(Double.valueOf(entry.group(3)));
            }
        }
    }

    private static List<Double> medians(Map<String, List<Double>> byTask) {
        return byTask.values().stream().map(Calibration::median).toList();
    }

    /** So that a compiler or collector that woke up in one group does not count. */
    private static <T extends Comparable<T>> T median(List<T> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
