package io.birdseye.report.latency;

import io.birdseye.report.latency.LatencyProfile.Second;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Whether requests pile up in an open load.
 *
 * <p>Where arrivals outrun the service by a factor 1 + s, each second of sending adds s seconds of backlog, and response
 * times climb by s seconds per second. So the slope of response time over sending time is the overload itself. It is
 * taken as the median of the slopes between all pairs of seconds, which a single pause does not bend (H. Theil 1950;
 * P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63, 1968).
 */
public final class Backlog {

    /** The slope above which a backlog counts as growing: arrivals outrun the service by 1 %. */
    public static final double GROWING = 0.01;

    private static final int FEWEST_SECONDS = 5;

    private Backlog() {}

    /** Seconds of response time added per second; empty if the window is too short to tell. */
    public static OptionalDouble growth(List<Second> seconds) {
        int n = seconds.size();
        if (n < FEWEST_SECONDS) {
            return OptionalDouble.empty();
        }
        double[] slopes = new double[n * (n - 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                Second a = seconds.get(i);
                Second b = seconds.get(j);
                slopes[next++] = (b.meanMs() - a.meanMs()) / 1000 / (b.second() - a.second());
            }
        }
        return OptionalDouble.of(Median.withDefaults().evaluate(slopes));
    }
}
