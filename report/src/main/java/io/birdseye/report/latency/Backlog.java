package io.birdseye.report.latency;

import io.birdseye.report.latency.LatencyProfile.Second;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Whether requests pile up in an open load.
 *
 * <p>Where arrivals outrun the service by a factor 1 + s, each second of sending adds s seconds of backlog, and
 * response times climb by s seconds per second. So the slope of response time over sending time is the overload itself.
 * It is taken as the median of the slopes between all pairs of seconds, which a single pause does not bend (H. Theil
 * 1950; P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau", JASA 63, 1968), and counts only
 * where the climb is no chance (the Mann-Kendall test: H. B. Mann, "Nonparametric tests against trend", Econometrica
 * 13, 1945).
 */
public final class Backlog {

    /** The slope above which a backlog counts as growing: arrivals outrun the service by 1 %. */
    public static final double GROWING = 0.01;

    /** One-sided: a steady course is called climbing once in a hundred windows. */
    private static final double Z = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.01);

    /** Fewer could not pass the test whatever they are. */
    private static final int MIN_SECONDS = 6;

    /** Memory grows with the square: of a longer window only every second, third or n-th second is looked at. */
    private static final int MAX_SECONDS = 2_000;

    private Backlog() {}

    /** Seconds of response time added per second, 0 where that may be chance; empty if the window is too short. */
    public static OptionalDouble growth(List<Second> all) {
        int every = 1 + (all.size() - 1) / MAX_SECONDS;
        List<Second> seconds = IntStream.range(0, all.size() / every).mapToObj(i -> all.get(i * every)).toList();
        int n = seconds.size();
        if (n < MIN_SECONDS) {
            return OptionalDouble.empty();
        }
        double[] slopes = new double[n * (n - 1) / 2];
        int next = 0;
        double climbs = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                Second a = seconds.get(i);
                Second b = seconds.get(j);
                climbs += Math.signum(b.meanMs() - a.meanMs());
                slopes[next++] = (b.meanMs() - a.meanMs()) / 1000 / (b.second() - a.second());
            }
        }
        double deviation = Math.sqrt(n * (n - 1.0) * (2 * n + 5) / 18);
        boolean climbing = climbs - 1 > Z * deviation;
        return OptionalDouble.of(climbing ? Median.withDefaults().evaluate(slopes) : 0);
    }
}
