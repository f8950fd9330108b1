package io.birdseye.planning.calibration;

import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.text.Texts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The errors of predictions at measured points that were not used for the calibration; no prediction is shown without it.
 * A calibration that somebody wrote by hand has none, and says so. Of latencies it judges the excess over the delay of the
 * upstreams, which is configured.
 */
public record Accuracy(List<CheckedPoint> points) {

    /**
     * A figure that is checked, and the largest error that counts as a hit: as a share of what was measured, of latencies
     * beyond the delay, and in any case so many ms, which a p99 of 1,000 to 2,000 requests varies by.
     */
    public enum Checked {
        THROUGHPUT(0.10, 0, CheckedFigures::perSecond, delays -> 0),
        P50(0.30, 2, CheckedFigures::p50Ms, NullModel::delayP50Ms),
        P99(0.50, 5, CheckedFigures::p99Ms, NullModel::delayP99Ms);

        private final double tolerated;
        private final double toleratedMs;
        private final ToDoubleFunction<CheckedFigures> figure;
        private final ToDoubleFunction<NullModel> delay;

        Checked(
                double tolerated, double toleratedMs, ToDoubleFunction<CheckedFigures> figure, ToDoubleFunction<NullModel> delay) {
            this.tolerated = tolerated;
            this.toleratedMs = toleratedMs;
            this.figure = figure;
            this.delay = delay;
        }
    }

    public record CheckedFigures(double perSecond, double p50Ms, double p99Ms) {

        static CheckedFigures mean(List<CheckedFigures> blocks) {
            return new CheckedFigures(
                    mean(blocks, CheckedFigures::perSecond), mean(blocks, CheckedFigures::p50Ms),
                    mean(blocks, CheckedFigures::p99Ms));
        }

        private static double mean(List<CheckedFigures> blocks, ToDoubleFunction<CheckedFigures> figure) {
            return blocks.stream().mapToDouble(figure).average().orElseThrow();
        }
    }

    /** One point, predicted and measured, named for example {@code executor, pool 16, 50/s, 200 ms}. */
    public record CheckedPoint(String name, CheckedFigures predicted, CheckedFigures measured, NullModel nullModel) {

        /** A point with its errors; empty if no request was answered, since there is nothing to compare with. */
        public static Optional<CheckedPoint> of(
                String name, SimulationResult predicted, CheckedFigures measured, NullModel nullModel) {
            CheckedFigures figures =
                    new CheckedFigures(predicted.achievedPerSecond(), predicted.p50Ms(), predicted.p99Ms());
            return measured.perSecond() > 0 && measured.p50Ms() > 0
                    ? Optional.of(new CheckedPoint(name, figures, measured, nullModel))
                    : Optional.empty();
        }

        /** The relative error, of latencies that of the excess; without bound where nearly none is measured. */
        public double error(Checked of) {
            return difference(predicted, of) / excess(of);
        }

        private double difference(CheckedFigures figures, Checked of) {
            return of.figure.applyAsDouble(figures) - of.figure.applyAsDouble(measured);
        }

        /** At least a thousandth of a millisecond: chance alone can make a measured percentile lower than the delay. */
        private double excess(Checked of) {
            return Math.max(1e-3, of.figure.applyAsDouble(measured) - of.delay.applyAsDouble(nullModel));
        }

        /** Whether no error is larger than tolerated. */
        public boolean hit() {
            return hit(predicted);
        }

        public boolean hitByNullModel() {
            return hit(nullModel.figures());
        }

        private boolean hit(CheckedFigures figures) {
            return Arrays.stream(Checked.values()).allMatch(each ->
                    Math.abs(difference(figures, each)) <= Math.max(each.toleratedMs, each.tolerated * excess(each)));
        }
    }

    public Accuracy {
        points = List.copyOf(points);
    }

    public long hits() {
        return points.stream().filter(CheckedPoint::hit).count();
    }

    /** The number of points that {@link NullModel} hits by the same rule. */
    public long nullHits() {
        return points.stream().filter(CheckedPoint::hitByNullModel).count();
    }

    public double medianError(Checked of) {
        double[] sorted = points.stream().mapToDouble(point -> Math.abs(point.error(of))).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** A Markdown table of predicted and measured figures, point by point. It is readable in a terminal too. */
    public String markdown() {
        return Texts.render("accuracy.jte", this);
    }

    /** How many points were hit, by which rule, and how many of them need no model of the service. */
    public String sentence() {
        return Texts.render("trust.jte", this).strip();
    }
}
