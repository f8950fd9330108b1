package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.IntervalLog;
import io.birdseye.loadtest.generate.RequestTiming;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * Merges the logs of 64 injectors that each sent 80 requests/s for an hour, and prints how long that takes. A program of
 * its own, for a heap of its own. Four logs stand for sixteen each.
 */
final class HourOfLogs {

    static final int INJECTORS = 64;
    static final int SECONDS = 3_600;
    static final int PER_SECOND = 80;

    private static final int DISTINCT = 4;
    private static final long START = 1_767_225_600_000L;

    private HourOfLogs() {}

    /** Takes a folder. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        List<Path> written = new ArrayList<>();
        for (int i = 0; i < DISTINCT; i++) {
            written.add(write(folder.resolve("log-" + i), new Random(i)));
        }
        List<InputStream> logs = new ArrayList<>();
        for (int i = 0; i < INJECTORS; i++) {
            logs.add(Files.newInputStream(written.get(i % DISTINCT)));
        }
        Path merged = folder.resolve("merged.hlog");
        long begin = System.nanoTime();
        LogMerge.merge(logs, merged, START);
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf("merged %d requests in %.1f s%n", requests(merged), seconds);
    }

    private static long requests(Path merged) throws Exception {
        long requests = 0;
        try (HistogramLogReader reader = new HistogramLogReader(merged.toFile())) {
            EncodableHistogram next;
            while ((next = reader.nextIntervalHistogram()) != null) {
                requests += "response".equals(next.getTag()) ? ((Histogram) next).getTotalCount() : 0;
            }
        }
        return requests;
    }

    private static Path write(Path file, Random random) throws Exception {
        try (IntervalLog log = new IntervalLog(file, START)) {
            for (int second = 0; second < SECONDS; second++) {
                for (int i = 0; i < PER_SECOND; i++) {
                    long due = second * 1_000_000_000L + i * (1_000_000_000L / PER_SECOND);
                    RequestTiming sent = RequestTiming.due(null, due).sent(due + random.nextInt(1_500_000));
                    log.sent(sent);
                    log.answered(sent, sent.sentNanos() + 200_000_000L + (long) (random.nextExponential() * 60e6));
                }
                log.flush(second * 1_000_000_000L);
            }
        }
        return file;
    }
}
