package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.IntervalLog;
import io.birdseye.loadtest.generate.IntervalLog.Interval;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.IntCountsHistogram;

/**
 * Merges the logs of injectors second by second as they come, counted from the start of the schedule, whatever their
 * clocks say: exact, with one histogram of each log in memory. A late line makes a line of its own, which readers add.
 */
public final class LogMerge {

    /** A log, and the histogram that comes next in it. */
    private static final class Source {

        private final HistogramLogReader reader;
        private Histogram next = new Histogram(1);

        Source(InputStream log) {
            reader = new HistogramLogReader(log);
        }

        /** Goes to the next histogram; false at the end. */
        boolean advance() throws IOException {
            try {
                EncodableHistogram histogram = reader.nextIntervalHistogram();
                if (histogram != null) {
                    next = (Histogram) histogram;
                }
                return histogram != null;
            } catch (RuntimeException e) {
                // The reader tells of damaged lines by whatever exception its parsing happened to meet.
                throw new IOException("the latencies of an injector are damaged", e);
            }
        }

        long second() {
            return Math.round(next.getStartTimeStamp() / 1e3 - reader.getStartTimeSec());
        }

        void addTo(Interval second) throws IOException {
            IntCountsHistogram all = second.of(next.getTag());
            if (all == null) {
                throw new IOException("the latencies of an injector have the unknown tag " + next.getTag());
            }
            try {
                all.add(next);
            } catch (RuntimeException e) {
                throw new IOException("the latencies of an injector are damaged", e);
            }
        }
    }

    private LogMerge() {}

    /** An hour of 64 injectors takes some half a minute. An {@link IOException} says which log is damaged. */
    public static void merge(List<InputStream> logs, Path to, long startEpochMillis) throws IOException {
        PriorityQueue<Source> sources = new PriorityQueue<>(Comparator.comparingLong(Source::second));
        try (IntervalLog merged = new IntervalLog(to, startEpochMillis)) {
            for (InputStream log : logs) {
                Source source = new Source(log);
                if (source.advance()) {
                    sources.add(source);
                }
            }
            while (!sources.isEmpty()) {
                long second = sources.element().second();
                Interval all = new Interval();
                while (!sources.isEmpty() && sources.element().second() == second) {
                    Source source = sources.remove();
                    source.addTo(all);
                    if (source.advance()) {
                        sources.add(source);
                    }
                }
                merged.write(second, all);
            }
        }
    }
}
