package io.birdseye.cli.doctor;

import io.birdseye.loadtest.TrialFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * One trial of about 1.4 s: a {@link SyntheticService} in a fresh JVM, open load over real HTTP, latency from the
 * intended start in a histogram of three digits. The injector is the same JVM for all trials; starting Gatling four
 * hundred times would take an hour.
 */
final class SyntheticTrial implements Proof.Trial {

    private static final double MEDIAN_MICROS = 24_000;
    private static final int RATE = 300;
    private static final int WARM_UP = 90;
    private static final int MEASURED = 220;

    private final Path java;

    SyntheticTrial(Path java) {
        this.java = java;
    }

    @Override
    public double medianMs(double slowdown, long seed) throws TrialFailure, InterruptedException {
        try {
            return measure(new ProcessBuilder(command(slowdown, seed))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new TrialFailure("the synthetic service cannot be started: " + e.getMessage(), e);
        }
    }

    private List<String> command(double slowdown, long seed) {
        String classes = Path.of(URI.create(SyntheticService.class.getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toString()))
                .toString();
        return List.of(
                java.toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m", "-Xshare:auto",
                "-Dsun.net.httpserver.nodelay=true", "-cp", classes, SyntheticService.class.getName(),
                Double.toString(MEDIAN_MICROS * slowdown), Long.toString(seed));
    }

    private static double measure(Process service) throws TrialFailure, IOException, InterruptedException {
        try (BufferedReader output = service.inputReader()) {
            String line = output.readLine();
            if (line == null || !line.startsWith(SyntheticService.READY)) {
                throw new TrialFailure("the synthetic service did not start: " + line);
            }
            return load(URI.create("http://127.0.0.1:" + line.substring(SyntheticService.READY.length()) + "/"));
        } finally {
            service.destroy();
            if (!service.waitFor(5, TimeUnit.SECONDS)) {
                service.destroyForcibly();
            }
        }
    }

    private static double load(URI address) throws TrialFailure, InterruptedException {
        Histogram micros = new ConcurrentHistogram(3);
        AtomicInteger failed = new AtomicInteger();
        HttpRequest request = HttpRequest.newBuilder(address).build();
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
                ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
            long origin = System.nanoTime();
            for (int i = 0; i < WARM_UP + MEASURED; i++) {
                long due = origin + TimeUnit.SECONDS.toNanos(1) * i / RATE;
                boolean measured = i >= WARM_UP;
                parkUntil(due);
                users.execute(() -> {
                    try {
                        int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
                        if (status != 200) {
                            failed.incrementAndGet();
                        } else if (measured) {
                            micros.recordValue((System.nanoTime() - due) / 1_000);
                        }
                    } catch (IOException e) {
                        failed.incrementAndGet();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (failed.get() > 0) {
            throw new TrialFailure("the synthetic service failed " + failed.get() + " requests");
        }
        return micros.getValueAtPercentile(50) / 1e3;
    }

    private static void parkUntil(long nanos) {
        long left = nanos - System.nanoTime();
        while (left > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(left);
            left = nanos - System.nanoTime();
        }
    }
}
