package io.birdseye.experiments.measure;

import io.birdseye.model.Format;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * A figure and its 95 % interval over repeats, each repeat a JVM of its own.
 *
 * <p>Intervals are Student's t on the logarithms: times and sizes are skewed, ratios become differences, and three
 * repeats give an honest, wide interval where a bootstrap over three values would give a narrow, wrong one. One
 * repeat alone gives an interval without end. From ten repeats on the highest and the lowest fifth are left out, and the
 * interval is that of the trimmed mean: one JVM that was disturbed, and took twice as long, otherwise decides how wide
 * the interval is. Source: J. W. Tukey and D. H. McLaughlin, "Less vulnerable confidence and significance procedures for
 * location based on a single sample", Sankhya A 25, 1963.
 *
 * @param freedom degrees of freedom of the interval; null for a figure without error, and where they are not known
 */
public record MeasuredValue(double value, double low, double high, @Nullable Double freedom) {

    private static final double TAIL = 0.975;

    /** With fewer repeats, pairs lose more by having fewer degrees of freedom than they win by removing drift. */
    private static final int PAIRS = 5;

    /** With fewer repeats, a trimmed mean has too few degrees of freedom. */
    private static final int TRIMMED = 10;

    private static final int FIFTH = 5;

    /** Stands for zero, which has no logarithm: far below any time, size or count that is measured here. */
    private static final double ZERO = 1e-6;

    public MeasuredValue {
        if (!(low <= value && value <= high)) {
            throw new IllegalArgumentException("value " + value + " is outside its interval " + low + " to " + high);
        }
    }

    /** Degrees of freedom that are not known: {@link #chanceAbove} takes the normal distribution. */
    public MeasuredValue(double value, double low, double high) {
        this(value, low, high, null);
    }

    /** A figure without error, like a count that never changes. */
    public static MeasuredValue exactly(double value) {
        return new MeasuredValue(value, value, value);
    }

    /** The geometric mean of positive samples; from {@value #TRIMMED} on of those that are left when it is trimmed. */
    public static MeasuredValue of(double... samples) {
        double[] logs = logs(samples);
        if (samples.length == 1) {
            return withoutEnd(samples[0]);
        }
        return isConstant(samples) ? exactly(samples[0]) : trimmed(logs);
    }

    private static MeasuredValue trimmed(double[] logs) {
        double[] sorted = Arrays.stream(logs).sorted().toArray();
        int cut = sorted.length < TRIMMED ? 0 : sorted.length / FIFTH;
        int kept = sorted.length - 2 * cut;
        // Those that are left out count as the nearest that is not, so that the interval knows of them.
        double[] winsorized = Arrays.stream(sorted)
                .map(log -> Math.clamp(log, sorted[cut], sorted[cut + kept - 1]))
                .toArray();
        double squares = Variance.of(winsorized).getAsDouble() * (sorted.length - 1);
        return fromLogs(Mean.ofRange(sorted, cut, cut + kept).getAsDouble(), squares / (kept * (kept - 1.0)), kept - 1);
    }

    /** The ratio of two geometric means; see {@link #ratio(List, List)}. */
    public static MeasuredValue ratio(double[] numerator, double[] denominator) {
        return ratio(List.of(numerator), List.of(denominator));
    }

    /**
     * A product of geometric means divided by another product, such as the ratio of two ratios; its interval carries
     * the variances of all of them. From {@value #PAIRS} repeats on, by the value within each block: all points of a
     * block are measured within minutes, so what a shared machine does from one block to the next drops out. Fewer
     * repeats get Welch's interval, with the degrees of freedom of Welch and Satterthwaite.
     */
    public static MeasuredValue ratio(List<double[]> over, List<double[]> under) {
        List<double[]> all = Stream.concat(
                        over.stream().map(MeasuredValue::logs),
                        under.stream().map(samples -> times(-1, logs(samples))))
                .toList();
        double difference = all.stream().mapToDouble(logs -> Mean.of(logs).getAsDouble()).sum();
        int fewest = all.stream().mapToInt(logs -> logs.length).min().orElseThrow();
        int most = all.stream().mapToInt(logs -> logs.length).max().orElseThrow();
        if (fewest < 2) {
            return withoutEnd(Math.exp(difference));
        }
        if (Stream.concat(over.stream(), under.stream()).allMatch(MeasuredValue::isConstant)) {
            return exactly(product(over) / product(under));
        }
        if (fewest == most && fewest >= PAIRS) {
            return of(IntStream.range(0, fewest)
                    .mapToDouble(i -> Math.exp(all.stream().mapToDouble(logs -> logs[i]).sum()))
                    .toArray());
        }
        double error = all.stream().mapToDouble(MeasuredValue::squaredError).sum();
        double freedom = error * error / all.stream()
                .mapToDouble(logs -> squaredError(logs) * squaredError(logs) / (logs.length - 1))
                .sum();
        return fromLogs(difference, error, freedom);
    }

    private static double product(List<double[]> constants) {
        return constants.stream().mapToDouble(samples -> samples[0]).reduce(1, (a, b) -> a * b);
    }

    private static double[] times(double factor, double[] values) {
        return Arrays.stream(values).map(value -> factor * value).toArray();
    }

    public MeasuredValue times(double factor) {
        return new MeasuredValue(value * factor, low * factor, high * factor, freedom);
    }

    /** Over a figure that is not independent of this one: the widest interval that both allow. */
    public MeasuredValue over(MeasuredValue other) {
        return new MeasuredValue(value / other.value, low / other.high, high / other.low, fewest(other));
    }

    public MeasuredValue inverse() {
        return new MeasuredValue(1 / value, 1 / high, 1 / low, freedom);
    }

    private @Nullable Double fewest(MeasuredValue other) {
        return freedom == null || other.freedom != null && other.freedom < freedom ? other.freedom : freedom;
    }

    /**
     * The chance of a figure as high as this one, or higher, if the true one were at the bound: at most 0.025 where the
     * interval lies above it.
     */
    public double chanceAbove(double bound) {
        return isExact() ? (value > bound ? 0 : 1) : chance(value, low, bound);
    }

    /** The chance of a figure as low as this one, or lower. */
    public double chanceBelow(double bound) {
        return isExact() ? (value < bound ? 0 : 1) : chance(1 / value, 1 / high, 1 / bound);
    }

    private double chance(double figure, double end, double bound) {
        ContinuousDistribution t = freedom == null ? NormalDistribution.of(0, 1) : TDistribution.of(freedom);
        double half = Math.log(figure / end);
        double standardised = Math.log(figure / bound) / half * t.inverseCumulativeProbability(TAIL);
        return Double.isInfinite(half) ? 0.5 : t.survivalProbability(standardised);
    }

    /** Whether repeats agreed exactly. */
    public boolean isExact() {
        return low == high;
    }

    public String text() {
        String interval = Double.isInfinite(high) ? "one repeat, no interval" : number(low) + " to " + number(high);
        return isExact() ? number(value) : number(value) + " (" + interval + ")";
    }

    /** A number as {@link Format} writes it, but with four decimals below 0.1, since ratios can be that small. */
    public static String number(double value) {
        double size = Math.abs(value);
        return size > 0 && size < 0.1 ? Format.fixed(value, 4) : Format.plain(value);
    }

    private static MeasuredValue withoutEnd(double value) {
        return new MeasuredValue(value, 0, Double.POSITIVE_INFINITY);
    }

    private static MeasuredValue fromLogs(double mean, double squaredError, double freedom) {
        double half = TDistribution.of(freedom).inverseCumulativeProbability(TAIL) * Math.sqrt(squaredError);
        return new MeasuredValue(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half), freedom);
    }

    private static double squaredError(double[] logs) {
        return Variance.of(logs).getAsDouble() / logs.length;
    }

    private static boolean isConstant(double[] samples) {
        return Arrays.stream(samples).allMatch(sample -> sample == samples[0]);
    }

    private static double[] logs(double[] samples) {
        if (samples.length == 0 || Arrays.stream(samples).anyMatch(s -> !(s >= 0) || Double.isInfinite(s))) {
            throw new IllegalArgumentException("samples " + Arrays.toString(samples) + " are not all positive");
        }
        return Arrays.stream(samples).map(sample -> Math.log(Math.max(sample, ZERO))).toArray();
    }
}
