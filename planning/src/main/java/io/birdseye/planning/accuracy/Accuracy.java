package io.birdseye.planning.accuracy;

import io.birdseye.planning.simulation.SimulationResult;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The errors of predictions at measured points. No prediction is shown without it.
 *
 * @param points at least one; none of them may have been used for the calibration
 */
public record Accuracy(List<CheckedPoint> points) {

    /** Throughput and percentiles of one point, predicted or measured. */
    public record CheckedFigures(double perSecond, double p50Ms, double p99Ms) {

        public static CheckedFigures of(SimulationResult result) {
            return new CheckedFigures(
                    result.achievedPerSecond().mean(), result.p50Ms().mean(), result.p99Ms().mean());
        }
    }

    /**
     * One point, predicted and measured.
     *
     * @param name the settings of the point, for example {@code executor, pool 16, 50/s, 200 ms}
     */
    public record CheckedPoint(String name, CheckedFigures predicted, CheckedFigures measured) {

        /** A point with its errors; empty if no request was answered, since there is nothing to compare with. */
        public static Optional<CheckedPoint> of(String name, SimulationResult predicted, CheckedFigures measured) {
            return measured.perSecond() > 0 && measured.p50Ms() > 0
                    ? Optional.of(new CheckedPoint(name, CheckedFigures.of(predicted), measured))
                    : Optional.empty();
        }

        /** The relative error of the predicted throughput: −0.1 if it was a tenth too low. */
        public double throughputError() {
            return error(CheckedFigures::perSecond);
        }

        public double p50Error() {
            return error(CheckedFigures::p50Ms);
        }

        public double p99Error() {
            return error(CheckedFigures::p99Ms);
        }

        /** Whether the errors of throughput, p50 and p99 are all within the given shares. */
        public boolean within(double throughput, double p50, double p99) {
            return Math.abs(throughputError()) <= throughput
                    && Math.abs(p50Error()) <= p50
                    && Math.abs(p99Error()) <= p99;
        }

        private double error(ToDoubleFunction<CheckedFigures> figure) {
            return figure.applyAsDouble(predicted) / figure.applyAsDouble(measured) - 1;
        }
    }

    public Accuracy {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a prediction needs at least one point at which it was checked");
        }
    }

    /** The number of points whose errors are within the given shares. */
    public long within(double throughput, double p50, double p99) {
        return points.stream().filter(point -> point.within(throughput, p50, p99)).count();
    }

    /** The median of the absolute errors of the throughput. */
    public double medianThroughputError() {
        return median(CheckedPoint::throughputError);
    }

    public double medianP50Error() {
        return median(CheckedPoint::p50Error);
    }

    public double medianP99Error() {
        return median(CheckedPoint::p99Error);
    }

    private double median(ToDoubleFunction<CheckedPoint> error) {
        double[] sorted = points.stream()
                .mapToDouble(point -> Math.abs(error.applyAsDouble(point)))
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
