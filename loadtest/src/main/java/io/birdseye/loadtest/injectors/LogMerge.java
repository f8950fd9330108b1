package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.IntervalLog;
import io.birdseye.loadtest.generate.IntervalLog.Interval;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Merges the logs of injectors second by second, as they come: it holds one line of each log and the histograms of one
 * second. A second counts from the start of the schedule, so it does not matter what the clock of an injector says. Adding
 * counts is exact. A line that comes later than its second makes a line of its own, which readers add.
 */
public final class LogMerge {

    private LogMerge() {}

    /**
     * @param logs in HdrHistogram's format, of injectors that have begun in step
     * @param startEpochMillis the start of the schedule by the coordinator's clock
     * @throws IOException if a log is damaged, or the result cannot be written
     */
    public static void merge(List<InputStream> logs, Path to, long startEpochMillis) throws IOException {
        PriorityQueue<LogLines> sources = new PriorityQueue<>(Comparator.comparingLong(LogLines::second));
        for (InputStream log : logs) {
            LogLines lines = new LogLines(log);
            if (lines.advance()) {
                sources.add(lines);
            }
        }
        try (IntervalLog merged = new IntervalLog(to, startEpochMillis); HistogramCounts counts = new HistogramCounts()) {
            while (!sources.isEmpty()) {
                long second = sources.element().second();
                Interval all = new Interval();
                while (!sources.isEmpty() && sources.element().second() == second) {
                    LogLines lines = sources.remove();
                    counts.addTo(lines.histogramOf(all), lines.payload());
                    if (lines.advance()) {
                        sources.add(lines);
                    }
                }
                merged.write(second, all);
            }
        }
    }
}
