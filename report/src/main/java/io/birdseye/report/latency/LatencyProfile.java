package io.birdseye.report.latency;

import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What a latency chart draws: the distribution and its course over time. Small, whatever the number of requests.
 *
 * @param response by percentile, from the intended start
 * @param service by percentile, from the real start
 * @param seconds response time over time, by the second in which requests were sent
 */
public record LatencyProfile(List<Percentile> response, List<Percentile> service, List<Second> seconds) {

    /** A percentile stands only on at least so many slower requests. */
    public static final int SLOWER_REQUESTS = 10;

    private static final int POINTS_PER_DECADE = 24;

    /** Histograms hold microseconds. */
    private static final double MICROS_PER_MILLI = 1000;

    public LatencyProfile {
        response = List.copyOf(response);
        service = List.copyOf(service);
        seconds = List.copyOf(seconds);
    }

    /**
     * One point of the distribution.
     *
     * @param oneIn the HDR axis, 1 / (1 - quantile): one request in so many was slower (1 minimum, 2 median, 100 p99)
     */
    public record Percentile(double oneIn, double ms) {}

    /**
     * One second of the measured window, averaged over the trials where there are several.
     *
     * @param second counts from 0
     * @param sentPerSecond answered requests that were sent in it
     */
    public record Second(int second, double sentPerSecond, double meanMs, double p50Ms, double p99Ms, double maxMs) {}

    /** Draws together what a log holds. */
    public static LatencyProfile of(LatencyLog log) {
        return new LatencyProfile(
                curve(log.total(LatencyLog.RESPONSE)), curve(log.total(LatencyLog.SERVICE)), seconds(log));
    }

    /** Only the course over time. */
    public static List<Second> seconds(LatencyLog log) {
        return log.perSecond(LatencyLog.RESPONSE).entrySet().stream()
                .filter(entry -> entry.getValue().getTotalCount() > 0)
                .map(entry -> second(entry.getKey(), entry.getValue(), log.logs()))
                .toList();
    }

    private static Second second(int second, Histogram histogram, int logs) {
        return new Second(second, (double) histogram.getTotalCount() / Math.max(1, logs),
                histogram.getMean() / MICROS_PER_MILLI, ms(histogram, 50), ms(histogram, 99),
                histogram.getMaxValue() / MICROS_PER_MILLI);
    }

    /** Points at equal steps of the logarithmic axis, as far as the sample carries. */
    private static List<Percentile> curve(Histogram histogram) {
        double last = (double) histogram.getTotalCount() / SLOWER_REQUESTS;
        return IntStream.iterate(0, step -> step + 1)
                .mapToDouble(step -> Math.pow(10, (double) step / POINTS_PER_DECADE))
                .takeWhile(oneIn -> oneIn <= last)
                .mapToObj(oneIn -> new Percentile(oneIn, ms(histogram, 100 * (1 - 1 / oneIn))))
                .toList();
    }

    private static double ms(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }
}
