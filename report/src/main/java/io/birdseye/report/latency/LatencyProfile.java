package io.birdseye.report.latency;

import java.util.List;

/**
 * What a latency chart draws: the distribution and its course over time. Small, whatever the number of requests.
 *
 * @param seconds response time over time, by the second in which requests were sent
 */
public record LatencyProfile(List<Percentile> response, List<Percentile> service, List<Second> seconds) {

    /** A percentile stands only on at least so many slower requests. */
    public static final int SLOWER_REQUESTS = 10;

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

    /** One second of the measured window, averaged over the trials where there are several. */
    public record Second(int second, double sentPerSecond, double meanMs, double p50Ms, double p99Ms, double maxMs) {}
}
