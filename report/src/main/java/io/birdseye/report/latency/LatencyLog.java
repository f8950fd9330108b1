package io.birdseye.report.latency;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * The latencies of one trial, or of several merged second by second. Merging adds counts, so it is exact.
 *
 * <p>The files are HdrHistogram logs: one interval per second of sending and for each of two kinds of latency, values
 * in microseconds. Holds one histogram per second and kind: some tens of kilobytes each.
 */
public final class LatencyLog {

    private static final int DIGITS = 3;

    /** From the intended start of a request: what a user feels. The name is the tag in the histogram log. */
    static final String RESPONSE = "response";

    /** From the real start of a request: what the service took. */
    static final String SERVICE = "service";

    private final Map<String, SortedMap<Integer, Histogram>> seconds =
            Map.of(RESPONSE, new TreeMap<>(), SERVICE, new TreeMap<>());
    private int logs;

    /**
     * Reads the latencies of a trial.
     *
     * @throws IOException if the file is missing or no histogram log
     */
    public static LatencyLog read(Path file) throws IOException {
        LatencyLog log = new LatencyLog();
        log.logs = 1;
        try (InputStream in = Files.newInputStream(file); HistogramLogReader reader = new HistogramLogReader(in)) {
            long startMillis = -1;
            while (reader.nextIntervalHistogram() instanceof EncodableHistogram next) {
                startMillis = startMillis < 0 ? next.getStartTimeStamp() : startMillis;
                int second = (int) Math.round((next.getStartTimeStamp() - startMillis) / 1000.0);
                if (next instanceof Histogram histogram && log.seconds.containsKey(next.getTag())) {
                    log.at(next.getTag(), second).add(histogram);
                }
            }
        } catch (RuntimeException e) {
            // The reader tells of damaged lines by whatever exception its parsing happened to meet.
            throw new IOException(file.getFileName() + " is not a readable histogram log", e);
        }
        if (log.isEmpty()) {
            throw new IOException(file.getFileName() + " holds no response times");
        }
        return log;
    }

    /** Adds all that another log holds. */
    public void add(LatencyLog other) {
        other.seconds.forEach((kind, intervals) ->
                intervals.forEach((second, histogram) -> at(kind, second).add(histogram)));
        logs += other.logs;
    }

    private Histogram at(String kind, int second) {
        return perSecond(kind).computeIfAbsent(second, s -> new Histogram(DIGITS));
    }

    /** The kind's histogram of each second since the start of the window, in order; empty seconds may be absent. */
    SortedMap<Integer, Histogram> perSecond(String kind) {
        return Objects.requireNonNull(seconds.get(kind), kind);
    }

    /** All latencies of a kind. */
    Histogram total(String kind) {
        Histogram total = new Histogram(DIGITS);
        perSecond(kind).values().forEach(total::add);
        return total;
    }

    /** How many files were added. */
    int logs() {
        return logs;
    }

    /** Whether there is no response time at all. */
    public boolean isEmpty() {
        return perSecond(RESPONSE).isEmpty();
    }
}
