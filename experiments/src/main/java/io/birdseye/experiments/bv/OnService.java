package io.birdseye.experiments.bv;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;

/** A claim about the service under load: listed here, measured where the service and its load are at hand. */
public record OnService(ClaimText text) implements Claim {

    private static final String WHY = "needs the service under load, which this program does not start";

    @Override
    public List<Point> points(Effort effort) {
        return List.of();
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return Verdict.notTestable(WHY);
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return Verdict.notTestable(WHY);
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return "Not measured.";
    }
}
