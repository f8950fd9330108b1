package io.birdseye.report.latency;

import java.util.ArrayList;
import java.util.List;
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
        List<Second> seconds = new ArrayList<>();
        log.perSecond(LatencyLog.RESPONSE).forEach((second, histogram) -> {
            if (histogram.getTotalCount() > 0) {
                seconds.add(new Second(
                        second,
                        (double) histogram.getTotalCount() / Math.max(1, log.logs()),
                        histogram.getMean() / LatencyLog.MICROS_PER_MILLI,
                        ms(histogram, 50),
                        ms(histogram, 99),
                        histogram.getMaxValue() / LatencyLog.MICROS_PER_MILLI));
            }
        });
        return seconds;
    }

    /** Points at equal steps of the logarithmic axis, as far as the sample carries. */
    private static List<Percentile> curve(Histogram histogram) {
        List<Percentile> points = new ArrayList<>();
        double last = (double) histogram.getTotalCount() / SLOWER_REQUESTS;
        for (int step = 0; ; step++) {
            double oneIn = Math.pow(10, (double) step / POINTS_PER_DECADE);
            if (oneIn > last) {
                return points;
            }
            points.add(new Percentile(oneIn, ms(histogram, 100 * (1 - 1 / oneIn))));
        }
    }

    private static double ms(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / LatencyLog.MICROS_PER_MILLI;
    }
}
