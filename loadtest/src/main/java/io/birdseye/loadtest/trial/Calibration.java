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
 * Measures the floor: what one request takes on a warm service that does nothing else. Warming is done by many requests
 * at once, measuring by one after the other.
 *
 * <p>How long warming takes is not known beforehand: here the CPU time of a request fell for seven hundred requests,
 * from 130 ms to 26, as the compilers worked through the code. So it goes on until that time no longer falls. What the
 * compilers still do after that is left out of the floor: they come to an end, and a bound on the request rate should not.
 */
final class Calibration {

    private static final Pattern ENTRY = Pattern.compile("([\\w-]+)-(io|cpu);dur=([\\d.]+)");
    private static final int GROUPS = 5;
    private static final int REQUESTS_PER_GROUP = 6;
    private static final int MEASURED_REQUESTS = GROUPS * REQUESTS_PER_GROUP;
    private static final int AT_ONCE = 24;
    private static final int REQUESTS_PER_STEP = 4 * AT_ONCE;
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

    /** How long {@link #measure} takes at most, roughly, where a request takes so long. */
    static double estimateSeconds(double mostWarmUpSeconds, double requestSeconds) {
        return mostWarmUpSeconds + MEASURED_REQUESTS * requestSeconds;
    }

    /** @param mostWarmUpSeconds the warm-up ends here at the latest, and earlier where the service is warm */
    Floor measure(double mostWarmUpSeconds) throws TrialFailure, InterruptedException {
        long end = System.nanoTime() + Math.round(mostWarmUpSeconds * 1e9);
        Settling settling = new Settling();
        do {
            long before = service.resources().cpuNanos();
            for (int sent = 0; sent < REQUESTS_PER_STEP && System.nanoTime() < end; sent += AT_ONCE) {
                burst();
            }
            settling.note(service.resources().cpuNanos() - before);
        } while (!settling.settled() && System.nanoTime() < end);
        // The compilers finish what the warm-up has asked of them.
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
                    throw new TrialFailure(
                            "calibration: service answers " + path + " with status " + answer.status());
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

    private void burst() throws TrialFailure {
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            answers.add(service.status(path));
        }
        for (CompletableFuture<Integer> answer : answers) {
            // What fails here will fail below, where it can be told why.
            Integer _ = answer.exceptionally(failure -> 0).join();
        }
        watch.look();
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
