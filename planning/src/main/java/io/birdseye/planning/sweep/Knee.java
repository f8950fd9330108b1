package io.birdseye.planning.sweep;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Finds the bend of a curve that rises more and more slowly: both axes scaled to 0..1, the point highest above the line
 * from the first to the last. Source: V. Satopää, J. Albrecht, D. Irwin, B. Raghavan, "Finding a 'Kneedle' in a
 * haystack", ICDCS Workshops, 2011.
 */
public final class Knee {

    /** A curve with a smaller bend counts as straight: the noise of measured points can have this size. */
    private static final double MIN_BEND = 0.1;

    public record CurvePoint(double x, double y) {}

    private Knee() {}

    /** Of a curve in rising order of x; empty if it has less than three points, does not rise, or hardly bends. */
    public static Optional<CurvePoint> of(List<CurvePoint> curve) {
        if (curve.size() < 3) {
            return Optional.empty();
        }
        CurvePoint first = curve.getFirst();
        double width = curve.getLast().x() - first.x();
        double lowest = curve.stream().mapToDouble(CurvePoint::y).min().orElseThrow();
        double height = curve.stream().mapToDouble(CurvePoint::y).max().orElseThrow() - lowest;
        if (!(width > 0 && height > 0) || curve.getLast().y() <= first.y()) {
            return Optional.empty();
        }
        ToDoubleFunction<CurvePoint> bend = point -> (point.y() - lowest) / height - (point.x() - first.x()) / width;
        return curve.stream()
                .max(Comparator.comparingDouble(bend))
                .filter(point -> bend.applyAsDouble(point) > MIN_BEND);
    }
}
