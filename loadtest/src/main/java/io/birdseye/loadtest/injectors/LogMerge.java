package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.IntervalLog;
import io.birdseye.loadtest.generate.IntervalLog.Interval;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Merges the logs of injectors second by second, as they come: it holds one line of each log and the histograms of one
 * second. A second counts from the start of the schedule, so it does not matter what the clock of an injector says. Adding
 * counts is exact. A line that comes later than its second makes a line of its own, which readers add. Nearly all of the
 * time is spent reading histograms, so each processor reads those of its own logs.
 */
public final class LogMerge {

    /** Some of the logs. */
    private static final class Part implements AutoCloseable {

        private final PriorityQueue<LogLines> sources = new PriorityQueue<>(Comparator.comparingLong(LogLines::second));
        private final HistogramCounts counts = new HistogramCounts();

        void add(InputStream log) throws IOException {
            addNext(new LogLines(log));
        }

        private void addNext(LogLines lines) throws IOException {
            if (lines.advance()) {
                sources.add(lines);
            }
        }

        boolean isAtEnd() {
            return sources.isEmpty();
        }

        long second() {
            return sources.element().second();
        }

        /** All lines of a second that come next; without any if others come next. */
        Interval of(long second) throws IOException {
            Interval all = new Interval();
            while (!sources.isEmpty() && sources.element().second() == second) {
                LogLines lines = sources.remove();
                counts.addTo(lines.histogramOf(all), lines.payload());
                addNext(lines);
            }
            return all;
        }

        @Override
        public void close() {
            counts.close();
        }
    }

    private LogMerge() {}

    /**
     * @param logs in HdrHistogram's format, of injectors that have begun in step
     * @param startEpochMillis the start of the schedule by the coordinator's clock
     * @throws IOException if a log is damaged, or the result cannot be written
     */
    public static void merge(List<InputStream> logs, Path to, long startEpochMillis) throws IOException, InterruptedException {
        List<Part> parts = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool(Thread.ofPlatform().name("log-merge-", 1).daemon().factory());
                IntervalLog merged = new IntervalLog(to, startEpochMillis)) {
            int count = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, Math.max(1, logs.size()));
            for (int i = 0; i < count; i++) {
                parts.add(new Part());
            }
            for (int i = 0; i < logs.size(); i++) {
                parts.get(i % count).add(logs.get(i));
            }
            while (!parts.stream().allMatch(Part::isAtEnd)) {
                long second = parts.stream().filter(part -> !part.isAtEnd()).mapToLong(Part::second).min().orElseThrow();
                merged.write(second, sum(threads.invokeAll(
                        parts.stream().<Callable<Interval>>map(part -> () -> part.of(second)).toList())));
            }
        } finally {
            parts.forEach(Part::close);
        }
    }

    private static Interval sum(List<Future<Interval>> parts) throws IOException, InterruptedException {
        try {
            Interval all = parts.getFirst().get();
            for (Future<Interval> part : parts.subList(1, parts.size())) {
                all.add(part.get());
            }
            return all;
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        }
    }

    private static RuntimeException rethrown(@Nullable Throwable cause) throws IOException {
        switch (cause) {
            case IOException failure -> throw failure;
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            case null, default -> throw new IllegalStateException("a part fails with other exceptions than it names", cause);
        }
    }
}
