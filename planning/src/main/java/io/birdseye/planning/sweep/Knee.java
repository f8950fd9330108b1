package io.birdseye.planning.sweep;

import java.util.List;
import java.util.Optional;

/**
 * Finds where a curve that rises ever more slowly bends: from there on more of the setting buys little.
 *
 * <p>Both axes are scaled to 0..1, and the knee is the point that lies highest above the straight line from the first
 * to the last. Source: V. Satopää, J. Albrecht, D. Irwin, B. Raghavan, "Finding a 'Kneedle' in a haystack", ICDCS
 * Workshops, 2011.
 */
public final class Knee {

    /** A curve that is less bent than this is called straight: measured points scatter as much. */
    private static final double LEAST_BEND = 0.1;

    /** One point of the curve. */
    public record Point(double x, double y) {}

    private Knee() {}

    /**
     * The knee of a curve.
     *
     * @param curve in rising order of x
     * @return empty if the curve has fewer than three points, does not rise, or is nearly straight
     */
    public static Optional<Point> of(List<Point> curve) {
        if (curve.size() < 3) {
            return Optional.empty();
        }
        Point first = curve.getFirst();
        double width = curve.getLast().x() - first.x();
        double lowest = curve.stream().mapToDouble(Point::y).min().orElseThrow();
        double height = curve.stream().mapToDouble(Point::y).max().orElseThrow() - lowest;
        if (!(width > 0 && height > 0) || curve.getLast().y() <= first.y()) {
            return Optional.empty();
        }
        Optional<Point> knee = Optional.empty();
        double bend = LEAST_BEND;
        for (Point point : curve) {
            double above = (point.y() - lowest) / height - (point.x() - first.x()) / width;
            if (above > bend) {
                bend = above;
                knee = Optional.of(point);
            }
        }
        return knee;
    }
}
