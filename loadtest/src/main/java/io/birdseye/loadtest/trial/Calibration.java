package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.trial.ServiceClient.Answer;
import io.birdseye.report.result.Floor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the floor: what one request takes on a warm service that does nothing else. Warming is done by several
 * requests at once, measuring by one after the other.
 */
final class Calibration {

    private static final Pattern ENTRY = Pattern.compile("([\\w-]+)-(io|cpu);dur=([\\d.]+)");
    private static final int GROUPS = 5;
    private static final int REQUESTS_PER_GROUP = 6;
    private static final int MEASURED_REQUESTS = GROUPS * REQUESTS_PER_GROUP;
    private static final int AT_ONCE = 8;
    private static final int UPSTREAM_FAILED = 502;

    private final ServiceClient service;
    private final String path;
    private final ChildProcess.Watch watch;
    private final boolean mayFail;

    /** @param mayFail whether some requests fail because the upstreams were told to */
    Calibration(ServiceClient service, String path, ChildProcess.Watch watch, boolean mayFail) {
        this.service = service;
        this.path = path;
        this.watch = watch;
        this.mayFail = mayFail;
    }

    /** How long {@link #measure} takes, roughly, where a request takes so long. */
    static double estimateSeconds(double warmUpSeconds, double requestSeconds) {
        return warmUpSeconds + MEASURED_REQUESTS * requestSeconds;
    }

    Floor measure(double warmUpSeconds) throws TrialFailure, InterruptedException {
        long warm = System.nanoTime() + Math.round(warmUpSeconds * 1e9);
        do {
            List<CompletableFuture<Integer>> burst = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                burst.add(service.status(path));
            }
            for (CompletableFuture<Integer> answer : burst) {
                // What fails here will fail below, where it can be told why.
                Integer _ = answer.exceptionally(failure -> 0).join();
            }
            watch.look();
        } while (System.nanoTime() < warm);
        // The compilers finish what the warm-up has asked of them.
        Thread.sleep(500);

        Map<String, List<Double>> io = new LinkedHashMap<>();
        Map<String, List<Double>> cpu = new LinkedHashMap<>();
        List<Long> cpuNanosOfGroups = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            long before = service.resources().cpuNanos();
            for (int i = 0; i < REQUESTS_PER_GROUP; i++) {
                watch.look();
                Answer answer = service.get(path);
                if (mayFail && answer.status() == UPSTREAM_FAILED) {
                    continue;
                }
                if (answer.status() != 200) {
                    throw new TrialFailure(
                            "calibration: service answers " + path + " with status " + answer.status());
                }
                note(answer.header("server-timing"), io, cpu);
            }
            cpuNanosOfGroups.add(service.resources().cpuNanos() - before);
        }
        if (io.isEmpty()) {
            throw new TrialFailure("calibration: service gives no Server-Timing");
        }
        return new Floor(medians(io), medians(cpu), median(cpuNanosOfGroups) / 1e6 / REQUESTS_PER_GROUP);
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

    /** A compiler or collector that woke up in one group has no say in it. */
    private static <T extends Comparable<T>> T median(List<T> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
