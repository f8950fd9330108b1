package io.birdseye.report.latency;

import io.birdseye.model.Format;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.result.Trial.SteadyState.Steady;
import io.birdseye.report.result.Trial.SteadyState;
import io.birdseye.report.result.Trial.WarmUpPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether a window was in steady state: whether the median response times of its seconds stay on one level.
 *
 * <p>Change points split the seconds into segments of one level each, and the window is steady if the levels of all its
 * segments lie within 5 % of one another: what E. Barrett et al., "Virtual machine warmup blows hot and cold" (OOPSLA
 * 2017) do to find out when a JVM is warm. The split is the one of least cost among all there are (B. Jackson et al.,
 * "An algorithm for optimal partitioning of data on an interval", IEEE Signal Processing Letters 12(2), 2005); the cost
 * is the sum of absolute deviations from each segment's median (J. Bai, "Least absolute deviation estimation of a
 * shift", Econometric Theory 11, 1995), which one slow second does not move, and each further segment has a price that
 * grows with the logarithm of the number of seconds. A step, a ramp and the tail of a warm-up are all seen.
 *
 * <p>No published Java library has it. Cost: the square of the number of seconds, which are drawn together where there
 * are more than a hundred and twenty.
 */
public final class Steadiness {

    /** Levels that differ by less are one level. */
    public static final double TOLERANCE = 0.05;

    private static final int FEWEST = 10;
    private static final int MOST = 120;
    /** A level must last so long; one slow second is none. */
    private static final int SHORTEST = 3;
    /** The price of a segment in standard deviations, times the logarithm of the number of seconds. */
    private static final double PRICE = 2.5;
    /** The resolution of a histogram of three digits: no series is known better. */
    private static final double RESOLUTION = 0.001;

    private Steadiness() {}

    public static SteadyState judge(List<Second> seconds) {
        if (seconds.size() < FEWEST) {
            return new SteadyState(Steady.UNKNOWN,
                    "only " + seconds.size() + " seconds with answers; it takes " + FEWEST);
        }
        int width = (seconds.size() + MOST - 1) / MOST;
        double[] course = IntStream.range(0, seconds.size() / width)
                .mapToDouble(i -> median(seconds.subList(i * width, (i + 1) * width).stream()
                        .mapToDouble(Second::p50Ms)
                        .toArray()))
                .toArray();
        List<Level> levels = levels(course);
        Level low = levels.stream().min(Comparator.comparingDouble(Level::ms)).orElseThrow();
        Level high = levels.stream().max(Comparator.comparingDouble(Level::ms)).orElseThrow();
        if (high.ms() <= low.ms() * (1 + TOLERANCE)) {
            return new SteadyState(Steady.STEADY, "one level through the window");
        }
        boolean climbs = low.from() < high.from();
        return new SteadyState(Steady.NOT_STEADY, "its median moved from " + (climbs ? low : high).describe(width)
                + " to " + (climbs ? high : low).describe(width));
    }

    /**
     * When a service was warm: after how many seconds of load both its median response time and its CPU time for an answer stayed on the
     * level of the window, which counts for as long as a level must last. Empty if that was not before the window.
     */
    public static OptionalDouble steadyAfter(List<WarmUpPart> parts, double windowP50Ms, @Nullable Double windowCpuMs) {
        int from = steadyFrom(parts.stream().map(WarmUpPart::p50Ms), windowP50Ms);
        if (windowCpuMs != null && parts.stream().noneMatch(part -> part.cpuMsPerAnswer() == null)) {
            from = Math.max(from, steadyFrom(parts.stream().flatMap(part -> Stream.ofNullable(part.cpuMsPerAnswer())), windowCpuMs));
        }
        return from >= parts.size() ? OptionalDouble.empty() : OptionalDouble.of(parts.get(from).fromSeconds());
    }

    private static int steadyFrom(Stream<Double> parts, double window) {
        List<Level> levels = levels(DoubleStream.concat(parts.mapToDouble(each -> each), DoubleStream.generate(() -> window).limit(SHORTEST)).toArray());
        return levels.reversed().stream().takeWhile(level -> level.ms() <= levels.getLast().ms() * (1 + TOLERANCE)).mapToInt(Level::from).min().orElse(0);
    }

    private record Level(int from, int to, double ms) {

        String describe(int width) {
            return Format.text("%.0f ms (seconds %d to %d)", ms, from * width + 1, to * width);
        }
    }

    private static List<Level> levels(double[] course) {
        int n = course.length;
        double price = PRICE * Math.log(n);
        double noise = noise(course);
        double[] least = new double[n + 1];
        int[] start = new int[n + 1];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        least[0] = -price;
        for (int end = SHORTEST; end <= n; end++) {
            for (int from = 0; from <= end - SHORTEST; from++) {
                double cost = least[from] + price + deviation(course, from, end) / noise;
                if (cost < least[end]) {
                    least[end] = cost;
                    start[end] = from;
                }
            }
        }
        List<Level> levels = new ArrayList<>();
        for (int end = n; end > 0; end = start[end]) {
            levels.add(new Level(start[end], end, median(Arrays.copyOfRange(course, start[end], end))));
        }
        return levels.reversed();
    }

    private static double deviation(double[] course, int from, int end) {
        double[] part = Arrays.copyOfRange(course, from, end);
        double median = median(part);
        return Arrays.stream(part).map(value -> Math.abs(value - median)).sum();
    }

    /** From the differences of neighbours, which a change of level hardly touches. */
    private static double noise(double[] course) {
        double[] steps =
                IntStream.range(1, course.length).mapToDouble(i -> Math.abs(course[i] - course[i - 1])).toArray();
        return Math.max(median(steps) / 0.6745 / Math.sqrt(2), RESOLUTION * Math.max(1e-3, median(course)));
    }

    private static double median(double[] values) {
        return Median.withDefaults().withCopy(true).evaluate(values);
    }
}
