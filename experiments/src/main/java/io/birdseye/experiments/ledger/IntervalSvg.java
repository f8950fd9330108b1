package io.birdseye.experiments.ledger;

import io.birdseye.experiments.claim.Evidence;
import io.birdseye.experiments.measure.MeasuredValue;
import java.util.Locale;
import java.util.Optional;

/** A figure's interval on a line beside the bound that it is held against. It only repeats what the text says. */
final class IntervalSvg {

    private static final int WIDTH = 150;
    private static final int HEIGHT = 18;
    private static final int MIDDLE = HEIGHT / 2;
    private static final double MARGIN = 1.35;

    private IntervalSvg() {}

    /** Empty for a figure that is held against nothing. */
    static Optional<String> draw(Evidence evidence) {
        double[] bounds = evidence.bounds().stream().mapToDouble(Double::doubleValue).filter(b -> b > 0).toArray();
        MeasuredValue ours = evidence.ours();
        if (bounds.length == 0 || !(ours.value() > 0) || Double.isInfinite(ours.value())) {
            return Optional.empty();
        }
        double low = ours.value();
        double high = ours.value();
        for (double bound : bounds) {
            low = Math.min(low, bound);
            high = Math.max(high, bound);
        }
        double from = Math.log(Math.max(Math.min(low, ours.low()), low / 4) / MARGIN);
        double to = Math.log(Math.min(Math.max(high, ours.high()), high * 4) * MARGIN);
        Markup svg = new Markup().open("svg", "viewBox", "0 0 " + WIDTH + " " + HEIGHT, "class", "interval",
                "aria-hidden", "true");
        svg.empty("line", "x1", 0, "x2", WIDTH, "y1", MIDDLE, "y2", MIDDLE, "class", "grid");
        for (double bound : bounds) {
            svg.empty("line", "x1", place(bound, from, to), "x2", place(bound, from, to), "y1", 1, "y2", HEIGHT - 1,
                    "class", "bound");
        }
        svg.empty("line", "x1", place(ours.low(), from, to), "x2", place(ours.high(), from, to), "y1", MIDDLE,
                "y2", MIDDLE, "class", "reach");
        svg.empty("circle", "cx", place(ours.value(), from, to), "cy", MIDDLE, "r", 3.5, "class", "dot");
        return Optional.of(svg.close("svg").toString());
    }

    private static String place(double value, double from, double to) {
        double share = (Math.log(Math.max(value, 1e-9)) - from) / (to - from);
        return String.format(Locale.ROOT, "%.1f", WIDTH * Math.clamp(share, 0, 1));
    }
}
