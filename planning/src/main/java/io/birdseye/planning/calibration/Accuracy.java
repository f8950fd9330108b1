package io.birdseye.planning.calibration;

import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.text.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The errors of predictions at measured points. No prediction is shown without it.
 *
 * @param points at least one; none of them may have been used for the calibration
 */
public record Accuracy(List<CheckedPoint> points) {

    /** A figure that is checked, and the largest error that counts as a hit, as a share of the measured figure. */
    public enum Checked {
        THROUGHPUT(0.10, CheckedFigures::perSecond),
        P50(0.15, CheckedFigures::p50Ms),
        P99(0.30, CheckedFigures::p99Ms);

        private final double tolerated;
        private final ToDoubleFunction<CheckedFigures> figure;

        Checked(double tolerated, ToDoubleFunction<CheckedFigures> figure) {
            this.tolerated = tolerated;
            this.figure = figure;
        }
    }

    /** Throughput and percentiles of one point, predicted or measured. */
    public record CheckedFigures(double perSecond, double p50Ms, double p99Ms) {}

    /**
     * One point, predicted and measured.
     *
     * @param name the settings of the point, for example {@code executor, pool 16, 50/s, 200 ms}
     */
    public record CheckedPoint(String name, CheckedFigures predicted, CheckedFigures measured) {

        /** A point with its errors; empty if no request was answered, since there is nothing to compare with. */
        public static Optional<CheckedPoint> of(String name, SimulationResult predicted, CheckedFigures measured) {
            CheckedFigures figures =
                    new CheckedFigures(predicted.achievedPerSecond(), predicted.p50Ms(), predicted.p99Ms());
            return measured.perSecond() > 0 && measured.p50Ms() > 0
                    ? Optional.of(new CheckedPoint(name, figures, measured))
                    : Optional.empty();
        }

        /** The relative error of the prediction: −0.1 if it was a tenth too low. */
        public double error(Checked of) {
            return of.figure.applyAsDouble(predicted) / of.figure.applyAsDouble(measured) - 1;
        }

        /** Whether no error is larger than tolerated. */
        public boolean hit() {
            return Arrays.stream(Checked.values()).allMatch(each -> Math.abs(error(each)) <= each.tolerated);
        }
    }

    public Accuracy {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a prediction needs at least one point at which it was checked");
        }
    }

    /** The number of points whose errors are tolerated. */
    public long hits() {
        return points.stream().filter(CheckedPoint::hit).count();
    }

    /** The median of the absolute errors. */
    public double medianError(Checked of) {
        double[] sorted = points.stream().mapToDouble(point -> Math.abs(point.error(of))).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** A Markdown table of predicted and measured figures, point by point. It is readable in a terminal too. */
    public String markdown() {
        return Texts.render("accuracy.jte", this);
    }

    /** For example {@code 22 of 28 points are within 10 % in throughput, 15 % in p50 and 30 % in p99.} */
    public String sentence() {
        return Texts.render("trust.jte", this).strip();
    }
}
