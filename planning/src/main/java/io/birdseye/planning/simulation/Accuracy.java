package io.birdseye.planning.simulation;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How far predictions were off at points that were measured: without it, no prediction is shown.
 *
 * @param points at least one; none of them may have been used for calibration
 */
public record Accuracy(List<Point> points) {

    /** Throughput and percentiles of one point, predicted or measured. */
    public record Figures(double perSecond, double p50Ms, double p99Ms) {

        public static Figures of(SimulationResult result) {
            return new Figures(
                    result.achievedPerSecond().mean(), result.p50Ms().mean(), result.p99Ms().mean());
        }
    }

    /**
     * One point.
     *
     * @param name what was set, for example {@code executor, pool 16, 50/s, 200 ms}
     */
    public record Point(String name, Figures predicted, Figures measured) {

        /** How far off the throughput was: −0.1 for a tenth too little. */
        public double throughputError() {
            return error(Figures::perSecond);
        }

        public double p50Error() {
            return error(Figures::p50Ms);
        }

        public double p99Error() {
            return error(Figures::p99Ms);
        }

        /** Whether throughput, p50 and p99 are all within the given shares of what was measured. */
        public boolean within(double throughput, double p50, double p99) {
            return Math.abs(throughputError()) <= throughput
                    && Math.abs(p50Error()) <= p50
                    && Math.abs(p99Error()) <= p99;
        }

        private double error(ToDoubleFunction<Figures> figure) {
            return figure.applyAsDouble(predicted) / figure.applyAsDouble(measured) - 1;
        }
    }

    public Accuracy {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a prediction is not shown without a point at which it was checked");
        }
    }

    /** How many points are within the given shares. */
    public long within(double throughput, double p50, double p99) {
        return points.stream().filter(point -> point.within(throughput, p50, p99)).count();
    }

    /** The error of the throughput that half of the points do not exceed, without its sign. */
    public double medianThroughputError() {
        return median(Point::throughputError);
    }

    public double medianP50Error() {
        return median(Point::p50Error);
    }

    public double medianP99Error() {
        return median(Point::p99Error);
    }

    private double median(ToDoubleFunction<Point> error) {
        double[] sorted = points.stream()
                .mapToDouble(point -> Math.abs(error.applyAsDouble(point)))
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
