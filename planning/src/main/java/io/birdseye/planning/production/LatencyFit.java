package io.birdseye.planning.production;

import io.birdseye.model.Latency;
import io.birdseye.report.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A distribution of scenario files that comes close to what was observed.
 *
 * <p>A line through the quantiles gives it, as in a quantile plot: the logarithms of the times over the normal quantiles
 * for a lognormal one, the times over the shares for a uniform one. So samples and the bounds of a histogram are fitted
 * alike. Of two fits the closer one is taken, by its largest difference in shares (Kolmogorov's distance).
 *
 * @param count how many calls were observed
 * @param p50Ms observed; of a histogram, within the width of a bucket
 * @param p99Ms the same
 * @param p99AtLeast whether it is longer, beyond the last bound of a histogram
 */
record LatencyFit(Latency latency, long count, double p50Ms, double p99Ms, boolean p99AtLeast) {

    /** Calls whose times differ by less are taken to last equally long. */
    private static final double HARDLY_VARIES = 0.01;

    /** A uniform time has no tail, so it has to be shown: by enough calls, and by a clearly better fit. */
    private static final int MANY = 100;

    private static final int ENOUGH_POINTS = 6;
    private static final double CLEARLY = 0.67;
    private static final double LONGEST_MS = 3_600_000;
    private static final double SHORTEST_MS = 0.001;
    private static final double LEAST_SIGMA = 0.001;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** So many of the calls, a share between 0 and 1, took at most so long. */
    private record Point(double share, double ms) {}

    /** @param ms at least one time, in any order */
    static LatencyFit ofSamples(double[] ms) {
        double[] sorted = Arrays.stream(ms).map(time -> Math.max(time, SHORTEST_MS)).sorted().toArray();
        int n = sorted.length;
        double mean = Arrays.stream(sorted).average().orElseThrow();
        double variance = Arrays.stream(sorted).map(time -> (time - mean) * (time - mean)).sum() / n;
        double p50 = sorted[(n - 1) / 2];
        double p99 = sorted[(int) Math.ceil(n * 0.99) - 1];
        if (Math.sqrt(variance) <= HARDLY_VARIES * mean) {
            return new LatencyFit(new Latency.Fixed(mean), n, p50, p99, false);
        }
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            points.add(new Point((i + 0.5) / n, sorted[i]));
        }
        return new LatencyFit(closest(points, n), n, p50, p99, false);
    }

    static LatencyFit ofHistogram(MetricHistogram histogram) {
        double p50 = histogram.quantileMs(0.5);
        double p99 = histogram.quantileMs(0.99);
        boolean beyond = Double.isInfinite(histogram.upperBoundMs(0.99));
        long count = Math.round(histogram.count());
        List<Point> points = new ArrayList<>();
        for (MetricHistogram.Bucket bucket : histogram.buckets()) {
            double share = bucket.atMost() / histogram.count();
            if (share > 0 && share < 1 && bucket.boundMs() > 0) {
                points.add(new Point(share, bucket.boundMs()));
            }
        }
        if (points.size() >= 2) {
            return new LatencyFit(closest(points, count), count, p50, p99, beyond);
        }
        double mean = histogram.meanMs();
        if (points.size() == 1) {
            return new LatencyFit(throughOnePoint(points.getFirst(), mean), count, p50, p99, beyond);
        }
        // All within one bucket: anything between its bounds, or, where it has no upper one, the mean.
        double low = histogram.lowerBoundMs(0.5);
        double high = histogram.upperBoundMs(0.5);
        return new LatencyFit(
                high > low && Double.isFinite(high) ? new Latency.Uniform(low, high) : new Latency.Fixed(mean), count, p50,
                p99, beyond);
    }

    private static Latency closest(List<Point> points, long count) {
        Latency lognormal = lognormal(points);
        if (count < MANY || points.size() < ENOUGH_POINTS) {
            return lognormal;
        }
        double[] line = line(points, Point::share, Point::ms);
        double lower = Math.max(0, line[0]);
        double upper = line[0] + line[1];
        if (upper <= lower) {
            return lognormal;
        }
        Latency uniform = new Latency.Uniform(lower, upper);
        return distance(uniform, points) < CLEARLY * distance(lognormal, points) ? uniform : lognormal;
    }

    private static Latency lognormal(List<Point> points) {
        double[] line = line(
                points, point -> NORMAL.inverseCumulativeProbability(point.share()), point -> Math.log(point.ms()));
        return lognormal(Math.exp(line[0]), line[1]);
    }

    private static Latency lognormal(double medianMs, double sigma) {
        return new Latency.Lognormal(
                Math.max(medianMs, SHORTEST_MS), Math.clamp(sigma, LEAST_SIGMA, Latency.Lognormal.MAX_SIGMA));
    }

    /** The lognormal time with this share and this mean: ln mean = μ + σ²/2, and ln ms = μ + zσ. */
    private static Latency throughOnePoint(Point point, double meanMs) {
        double z = NORMAL.inverseCumulativeProbability(point.share());
        double root = Math.sqrt(Math.max(0, z * z - 2 * Math.log(point.ms() / meanMs)));
        double sigma = z > root ? z - root : z + root; // the narrower one, if both are possible
        if (!(sigma > 0 && Double.isFinite(sigma))) {
            return new Latency.Fixed(meanMs);
        }
        double clamped = Math.clamp(sigma, LEAST_SIGMA, Latency.Lognormal.MAX_SIGMA);
        return lognormal(meanMs * Math.exp(-clamped * clamped / 2), clamped);
    }

    /** By least squares: where it begins, and its slope. */
    private static double[] line(List<Point> points, ToDoubleFunction<Point> across, ToDoubleFunction<Point> up) {
        double x = points.stream().mapToDouble(across).average().orElseThrow();
        double y = points.stream().mapToDouble(up).average().orElseThrow();
        double both = 0;
        double squares = 0;
        for (Point point : points) {
            double dx = across.applyAsDouble(point) - x;
            both += dx * (up.applyAsDouble(point) - y);
            squares += dx * dx;
        }
        double slope = squares == 0 ? 0 : both / squares;
        return new double[] {y - slope * x, slope};
    }

    private static double distance(Latency latency, List<Point> points) {
        return points.stream()
                .mapToDouble(point -> Math.abs(cumulative(latency, point.ms()) - point.share()))
                .max()
                .orElse(0);
    }

    private static double cumulative(Latency latency, double ms) {
        return switch (latency) {
            case Latency.Uniform(double lower, double upper) -> Math.clamp((ms - lower) / (upper - lower), 0, 1);
            case Latency.Lognormal(double median, double sigma) ->
                NORMAL.cumulativeProbability(Math.log(ms / median) / sigma);
            case Latency.Fixed(double fixed) -> ms < fixed ? 0 : 1;
            case Latency.Exponential(double mean) -> -Math.expm1(-ms / mean);
        };
    }

    /** @throws RefusedTelemetry if scenario files have no such latency */
    void requireShort(String place, String call) throws RefusedTelemetry {
        double longest = switch (latency) {
            case Latency.Uniform(double _, double upper) -> upper;
            case Latency.Lognormal(double median, double _) -> median;
            case Latency.Fixed(double fixed) -> fixed;
            case Latency.Exponential(double mean) -> mean;
        };
        if (!(longest <= LONGEST_MS)) {
            throw new RefusedTelemetry(
                    place, "call '" + call + "' takes " + longest / 1000 + " s, but allowed is 1h in a scenario");
        }
    }

    /** The p99 of the fit, to be held against the observed one. */
    double fittedP99Ms() {
        return Quantiles.quantileMs(latency, 0.99);
    }
}
