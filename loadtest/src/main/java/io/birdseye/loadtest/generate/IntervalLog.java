package io.birdseye.loadtest.generate;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.HistogramLogWriter;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Histograms of every second in which requests were really sent, as a log that HdrHistogram's own tools read and merge.
 * Safe for use by many threads. Memory: about 250 kB for each second that still awaits answers.
 */
public final class IntervalLog implements AutoCloseable {

    private static final String RESPONSE = "response";
    private static final String SERVICE = "service";
    private static final String START_LAG = "startlag";
    private static final int DIGITS = 3;
    private static final long SECOND = 1_000_000_000L;
    private static final double MICROS_PER_MILLI = 1_000;

    private final TreeMap<Long, Interval> open = new TreeMap<>();
    private final PrintStream file;
    private final HistogramLogWriter writer;
    private final long originEpochMillis;

    /** The latencies of the requests that were sent in one second, in microseconds. */
    public record Interval(IntCountsHistogram response, IntCountsHistogram service, IntCountsHistogram startLag) {

        public Interval() {
            this(tagged(RESPONSE), tagged(SERVICE), tagged(START_LAG));
        }

        private static IntCountsHistogram tagged(String tag) {
            IntCountsHistogram histogram = new IntCountsHistogram(DIGITS);
            histogram.setTag(tag);
            return histogram;
        }

        /** The histogram of a tag; null if there is none. */
        public @Nullable IntCountsHistogram of(String tag) {
            return switch (tag) {
                case RESPONSE -> response;
                case SERVICE -> service;
                case START_LAG -> startLag;
                default -> null;
            };
        }
    }

    /** @param originEpochMillis the instant from which all times below are counted */
    public IntervalLog(Path path, long originEpochMillis) throws IOException {
        this.originEpochMillis = originEpochMillis;
        file = new PrintStream(path.toFile(), StandardCharsets.UTF_8);
        writer = new HistogramLogWriter(file);
        writer.outputComment("latencies in microseconds, of requests sent in each second");
        writer.outputLogFormatVersion();
        writer.outputStartTime(originEpochMillis);
        writer.outputLegend();
    }

    public synchronized void sent(RequestTiming timing) {
        interval(timing).startLag().recordValue(timing.startLagMicros());
    }

    public synchronized void answered(RequestTiming timing, long answeredNanos) {
        Interval interval = interval(timing);
        interval.response().recordValue(timing.responseMicros(answeredNanos));
        interval.service().recordValue(timing.serviceMicros(answeredNanos));
    }

    private Interval interval(RequestTiming timing) {
        return open.computeIfAbsent(Math.floorDiv(timing.sentNanos(), SECOND), second -> new Interval());
    }

    /** Writes the seconds that can receive no more answers, since none comes to requests sent before. Slow. */
    public void flush(long beforeNanos) throws IOException {
        while (true) {
            Map.Entry<Long, Interval> done;
            synchronized (this) {
                if (open.isEmpty() || open.firstKey() + 1 > Math.floorDiv(beforeNanos, SECOND)) {
                    break;
                }
                done = open.pollFirstEntry();
            }
            write(done.getKey(), done.getValue());
        }
        if (file.checkError()) {
            throw new IOException("cannot write the histograms: is the disk full?");
        }
    }

    /** Writes a second, counted from the origin. */
    public void write(long second, Interval interval) {
        long start = originEpochMillis + second * 1_000;
        for (IntCountsHistogram histogram : List.of(interval.response(), interval.service(), interval.startLag())) {
            histogram.setStartTimeStamp(start);
            histogram.setEndTimeStamp(start + 1_000);
            writer.outputIntervalHistogram(start / 1e3, start / 1e3 + 1, histogram, MICROS_PER_MILLI);
        }
    }

    @Override
    public void close() throws IOException {
        try (file) {
            flush(Long.MAX_VALUE);
        }
    }
}
