package io.birdseye.report.latency;

import io.birdseye.report.latency.LatencyProfile.Percentile;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.result.Trial.Course;
import io.birdseye.report.result.Trial.Latency;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of one trial, or of several merged second by second. Merging adds counts, so it is exact.
 *
 * <p>The files are HdrHistogram logs: one interval per second of sending and for each of two kinds of latency, values
 * in microseconds. Holds one histogram per second and kind: some tens of kilobytes each.
 */
public final class LatencyLog {

    private static final int DIGITS = 3;
    private static final double MICROS_PER_MILLI = 1000;
    private static final int POINTS_PER_DECADE = 24;

    /** A log of the longest window, a day, has less. */
    private static final long MAX_BYTES = 1L << 30;

    private static final int MAX_SECONDS = 24 * 3_600 + 60;

    /** Of one interval; the sum over all seconds stays within the range of a long. */
    private static final long MAX_ANSWERS = 1_000_000_000_000L;

    /** A histogram of three digits takes half a megabyte at most, and there are two for each second. */
    private static final long MAX_MEMORY = Runtime.getRuntime().maxMemory() / 2;

    /** From the intended start of a request, by the second since the start of the window. */
    private final SortedMap<Integer, Histogram> response = new TreeMap<>();

    /** From the real start of a request. */
    private final SortedMap<Integer, Histogram> service = new TreeMap<>();

    private int logs;

    /**
     * Reads the latencies of a trial.
     *
     * @throws IOException in one line, if the file is missing or no histogram log, or what it holds is more than a trial
     *     can have measured or the heap has room for
     */
    public static LatencyLog read(Path file) throws IOException {
        if (Files.isRegularFile(file) && Files.size(file) > MAX_BYTES) {
            throw new IOException(file.getFileName() + " has more than " + MAX_BYTES + " bytes");
        }
        LatencyLog log = new LatencyLog();
        log.logs = 1;
        try (InputStream in = Files.newInputStream(file); HistogramLogReader reader = new HistogramLogReader(in)) {
            log.addAll(reader);
        } catch (RuntimeException e) {
            // The reader tells of damaged lines by whatever exception its parsing happened to meet.
            throw new IOException(file.getFileName() + " is not a readable histogram log", e);
        }
        if (log.isEmpty()) {
            throw new IOException(file.getFileName() + " holds no response times");
        }
        return log;
    }

    /** @throws IllegalArgumentException if an interval cannot be one of ours */
    private void addAll(HistogramLogReader reader) {
        long startMillis = -1;
        long memory = 0;
        while (reader.nextIntervalHistogram() instanceof EncodableHistogram next) {
            startMillis = startMillis < 0 ? next.getStartTimeStamp() : startMillis;
            SortedMap<Integer, Histogram> kind = tagged(next.getTag());
            if (next instanceof Histogram histogram && kind != null) {
                long second = Math.round((next.getStartTimeStamp() - startMillis) / 1000.0);
                require(second >= 0 && second <= MAX_SECONDS, "no second of a trial: " + second);
                require(histogram.getNumberOfSignificantValueDigits() == DIGITS, "another precision");
                long answers = histogram.getTotalCount();
                require(answers >= 0 && answers <= MAX_ANSWERS, "more answers than can be counted: " + answers);
                memory += kind.containsKey((int) second) ? 0 : histogram.getEstimatedFootprintInBytes();
                require(memory <= MAX_MEMORY, "more than fits into half of the heap");
                add(kind, (int) second, histogram);
            }
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private @Nullable SortedMap<Integer, Histogram> tagged(@Nullable String tag) {
        return switch (tag) {
            case "response" -> response;
            case "service" -> service;
            case null, default -> null;
        };
    }

    private static void add(SortedMap<Integer, Histogram> kind, int second, Histogram histogram) {
        kind.computeIfAbsent(second, s -> new Histogram(DIGITS)).add(histogram);
    }

    public void add(LatencyLog other) {
        other.response.forEach((second, histogram) -> add(response, second, histogram));
        other.service.forEach((second, histogram) -> add(service, second, histogram));
        logs += other.logs;
    }

    public boolean isEmpty() {
        return response.isEmpty();
    }

    /**
     * Other latencies with the high percentiles of these, as far as the sample carries them.
     *
     * @param ofResponse from when a request was due; else from when it was sent
     */
    public Latency withTail(Latency other, boolean ofResponse) {
        Histogram all = new Histogram(DIGITS);
        (ofResponse ? response : service).values().forEach(all::add);
        return new Latency(other.meanMs(), other.p50Ms(), other.p90Ms(), carried(0.95, all), carried(0.99, all), carried(0.999, all),
                other.maxMs());
    }

    private static @Nullable Double carried(double share, Histogram all) {
        return carried(share, all.getTotalCount(), _ -> ms(all, 100 * share));
    }

    /**
     * Percentiles of all requests by response time, those that failed being slower than any: infinite where one lies among
     * them, null where the sample does not carry it. Without histograms only that they are infinite can be known; what else
     * is not known is not a number.
     *
     * @param answered of the right answers alone, whose mean and maximum stay
     */
    public Latency withFailures(Latency answered, long answers, long failures) {
        if (failures == 0) {
            return answered;
        }
        Histogram all = new Histogram(DIGITS);
        response.values().forEach(all::add);
        long counted = all.getTotalCount() > 0 ? all.getTotalCount() : answers;
        DoubleUnaryOperator percentile = share -> {
            double rank = Math.ceil(share * (counted + failures) - 1e-6);
            return rank > counted ? Double.POSITIVE_INFINITY
                    : all.getTotalCount() == 0 ? Double.NaN : ms(all, 100 * rank / counted);
        };
        return new Latency(answered.meanMs(), percentile.applyAsDouble(0.5), percentile.applyAsDouble(0.9),
                carried(0.95, counted + failures, percentile), carried(0.99, counted + failures, percentile),
                carried(0.999, counted + failures, percentile), answered.maxMs());
    }

    private static @Nullable Double carried(double share, long requests, DoubleUnaryOperator percentile) {
        return requests * (1 - share) < LatencyProfile.SLOWER_REQUESTS - 1e-6 ? null : (Double) percentile.applyAsDouble(share);
    }

    public LatencyProfile profile() {
        return new LatencyProfile(curve(response.values()), curve(service.values()), seconds());
    }

    /**
     * What a trial notes of its course. {@code results.json} is often passed on without the histograms, and whether a
     * strategy kept up must not depend on that.
     *
     * @param file that holds this log, relative to the results
     */
    public Course course(String file) {
        List<Second> seconds = seconds();
        OptionalDouble growth = Backlog.growth(seconds);
        return new Course(file, Steadiness.judge(seconds), growth.isEmpty() ? null : (Double) growth.getAsDouble(), null);
    }

    /** Response times over time; seconds without an answer are left out. */
    public List<Second> seconds() {
        return response.entrySet().stream()
                .filter(entry -> entry.getValue().getTotalCount() > 0)
                .map(entry -> second(entry.getKey(), entry.getValue())).toList();
    }

    private Second second(int second, Histogram histogram) {
        return new Second(second, (double) histogram.getTotalCount() / Math.max(1, logs),
                histogram.getMean() / MICROS_PER_MILLI, ms(histogram, 50), ms(histogram, 99),
                histogram.getMaxValue() / MICROS_PER_MILLI);
    }

    /** Points at equal steps of the logarithmic axis, as far as the sample carries. */
    private static List<Percentile> curve(Collection<Histogram> seconds) {
        Histogram all = new Histogram(DIGITS);
        seconds.forEach(all::add);
        double last = (double) all.getTotalCount() / LatencyProfile.SLOWER_REQUESTS;
        return IntStream.iterate(0, step -> step + 1)
                .mapToDouble(step -> Math.pow(10, (double) step / POINTS_PER_DECADE))
                .takeWhile(oneIn -> oneIn <= last)
                .mapToObj(oneIn -> new Percentile(oneIn, ms(all, 100 * (1 - 1 / oneIn)))).toList();
    }

    private static double ms(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }
}
