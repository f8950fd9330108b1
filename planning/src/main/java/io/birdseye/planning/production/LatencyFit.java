package io.birdseye.planning.production;

import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.report.statistics.Quantiles;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A distribution of scenario files that comes close to what was observed: a line through the quantiles (of the
 * logarithms of the times for a lognormal one), so samples and histograms are fitted alike. The closer of two fits is
 * taken, by its largest difference in shares (Kolmogorov's distance). A p99 may be beyond the last bound of a
 * histogram.
 */
public record LatencyFit(Latency latency, long count, double p50Ms, double p99Ms, boolean p99AtLeast) {

    /** Calls whose times differ by less are taken to last equally long. */
    private static final double HARDLY_VARIES = 0.01;

    /** A uniform time has no tail, so it has to be shown: by enough calls, and by a clearly better fit. */
    private static final int ENOUGH_POINTS = 6;
    private static final double CLEARLY = 0.67;

    /** Fewer calls have no p99. */
    private static final int ENOUGH_CALLS = 100;

    /** A fit whose mean is so many times the measured one is none. */
    private static final double OFF = 2;
    private static final double MAX_MS = 3_600_000;
    private static final double MIN = 0.001;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** So many of the calls, a share between 0 and 1, took at most so long. */
    private record Point(double share, double ms) {

        double z() {
            return NORMAL.inverseCumulativeProbability(share);
        }
    }

    /** @param ms at least one time, in any order */
    static LatencyFit ofSamples(double... ms) {
        double[] sorted = Arrays.stream(ms).map(time -> Math.max(time, MIN)).sorted().toArray();
        int n = sorted.length;
        double mean = Arrays.stream(sorted).average().orElseThrow();
        double variance = Arrays.stream(sorted).map(time -> (time - mean) * (time - mean)).sum() / n;
        List<Point> points = IntStream.range(0, n).mapToObj(i -> new Point((i + 0.5) / n, sorted[i])).toList();
        Latency latency = Math.sqrt(variance) <= HARDLY_VARIES * mean ? new Latency.Fixed(mean) : closest(points, n);
        return new LatencyFit(latency, n, sorted[(n - 1) / 2], sorted[(int) Math.ceil(n * 0.99) - 1], false);
    }

    /** Of buckets or, where there are none, of quantiles that a service publishes itself, or of the mean alone. */
    static LatencyFit ofHistogram(MetricHistogram histogram) {
        if (histogram.isMeanOnly()) {
            return ofSamples(histogram.meanMs());
        }
        long count = Math.round(histogram.count());
        if (histogram.buckets().isEmpty()) {
            List<Point> points = histogram.quantilesMs().entrySet().stream().map(at -> new Point(at.getKey(), at.getValue())).toList();
            Latency latency = through(points, 0, histogram.meanMs());
            double p50Ms = histogram.quantilesMs().getOrDefault(0.5, Quantiles.quantileMs(latency, 0.5));
            return new LatencyFit(latency, count, p50Ms, points.getLast().ms, points.getLast().share < 0.99);
        }
        List<Point> points = histogram.buckets().stream().map(bucket -> new Point(bucket.atMost() / histogram.count(), bucket.boundMs()))
                .filter(point -> point.share > 0 && point.share < 1 && point.ms > 0).toList();
        // All within one bucket: anything between its bounds, or, where it has no upper one, the mean.
        MetricHistogram.Bucket middle = histogram.bucketOf(0.5);
        double lowMs = histogram.before(middle).boundMs();
        Latency latency = !points.isEmpty() ? through(points, count, histogram.meanMs())
                : middle.boundMs() > lowMs && Double.isFinite(middle.boundMs()) ? new Latency.Uniform(lowMs, middle.boundMs())
                : new Latency.Fixed(histogram.meanMs());
        return new LatencyFit(latency, count, histogram.quantileMs(0.5), histogram.quantileMs(0.99),
                Double.isInfinite(histogram.bucketOf(0.99).boundMs()));
    }

    private static Latency through(List<Point> points, long count, double meanMs) {
        Latency fit = points.size() == 1 ? Latency.Fixed.ZERO : closest(points, count);
        double ratio = fit.meanMs() / meanMs;
        // Buckets that hold nearly all in the first one say nothing of its median; the mean does.
        return ratio > OFF || ratio < 1 / OFF ? throughOnePoint(points.getFirst(), meanMs) : fit;
    }

    private static Latency closest(List<Point> points, long count) {
        double[] logarithms = line(points, Point::z, point -> Math.log(point.ms));
        Latency lognormal = lognormal(Math.exp(logarithms[0]), logarithms[1]);
        double[] times = line(points, Point::share, Point::ms);
        double lower = Math.max(0, times[0]);
        double upper = times[0] + times[1];
        return count >= ENOUGH_CALLS && points.size() >= ENOUGH_POINTS && upper > lower
                        && distance(new Latency.Uniform(lower, upper), points) < CLEARLY * distance(lognormal, points)
                ? new Latency.Uniform(lower, upper) : lognormal;
    }

    private static Latency lognormal(double medianMs, double sigma) {
        return new Latency.Lognormal(Math.max(medianMs, MIN), Math.clamp(sigma, MIN, Latency.Lognormal.MAX_SIGMA));
    }

    /** The lognormal time with this share and this mean: ln mean = μ + σ²/2, and ln ms = μ + zσ. */
    private static Latency throughOnePoint(Point point, double meanMs) {
        double z = point.z();
        double root = Math.sqrt(Math.max(0, z * z - 2 * Math.log(point.ms / meanMs)));
        double sigma = z > root ? z - root : z + root; // the narrower one, if both are possible
        double clamped = Math.clamp(sigma, MIN, Latency.Lognormal.MAX_SIGMA);
        return sigma > 0 && Double.isFinite(sigma)
                ? lognormal(meanMs * Math.exp(-clamped * clamped / 2), clamped) : new Latency.Fixed(meanMs);
    }

    /** By least squares: where it begins, and its slope. */
    private static double[] line(List<Point> points, ToDoubleFunction<Point> abscissa, ToDoubleFunction<Point> ordinate) {
        double x = points.stream().mapToDouble(abscissa).average().orElseThrow();
        double y = points.stream().mapToDouble(ordinate).average().orElseThrow();
        double both = points.stream().mapToDouble(one -> (abscissa.applyAsDouble(one) - x) * (ordinate.applyAsDouble(one) - y)).sum();
        double squares = points.stream().mapToDouble(one -> Math.pow(abscissa.applyAsDouble(one) - x, 2)).sum();
        double slope = squares == 0 ? 0 : both / squares;
        return new double[] {y - slope * x, slope};
    }

    private static double distance(Latency latency, List<Point> points) {
        return points.stream().mapToDouble(point -> Math.abs(1 - latency.shareAbove(point.ms) - point.share)).max().orElse(0);
    }

    /** The same; refused if scenario files have no such latency. */
    LatencyFit requireShort(String place, String call) {
        double longest = latency instanceof Latency.Uniform(double _, double upper) ? upper : Quantiles.quantileMs(latency, 0.5);
        if (!(longest <= MAX_MS)) {
            throw new RefusedTelemetry(place, "call '" + call + "' takes " + longest / 1000 + " s, but allowed is 1h in a scenario");
        }
        return this;
    }

    /** How far it can be trusted: what was observed, and what the fit makes of it. */
    String remark() {
        return "Of " + Format.count(count, "call") + ": p50 " + Format.ms(p50Ms) + (count < ENOUGH_CALLS
                ? ", longest about " + Format.ms(p99Ms) + "; 100 are needed for a p99."
                : ", p99 " + (p99AtLeast ? "above " : "") + Format.ms(p99Ms) + (latency instanceof Latency.Fixed ? "."
                        : "; that of this line is " + Format.ms(Quantiles.quantileMs(latency, 0.99)) + "."));
    }
}
