package io.birdseye.experiments.claim;

import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;
import java.util.Optional;

/**
 * One claim of one article: text, experiment and rule together.
 *
 * <p>The rules are pure functions of the measurements: they compare ratios and orders with their intervals, never
 * absolute times of another machine. They may ask for points that were not measured; the verdict is then
 * {@code not testable here} with the point's reason.
 */
public interface Claim {

    ClaimText text();

    /** What has to be measured. Claims may share points: a point of the same name is measured once. */
    List<Point> points(Effort effort);

    /** Does it happen? */
    Verdict effect(Measurements measurements);

    /** Is the published explanation right? Asked only where the article gives one. */
    Verdict cause(Measurements measurements);

    /** What the two verdicts mean together, in one sentence. */
    String explanation(Verdict.Kind effect, Verdict.Kind cause);

    /** What helps to see it; empty where figures in words say as much. */
    default Optional<Picture> picture(Measurements measurements) {
        return Optional.empty();
    }

    /** Both verdicts. */
    default Judgement judge(Measurements measurements) {
        Verdict effect = Verdict.of(() -> effect(measurements));
        Verdict cause = text().publishedCause() == null
                ? Verdict.notTestable("the article gives no cause")
                : Verdict.of(() -> cause(measurements));
        return new Judgement(effect, cause, explanation(effect.kind(), cause.kind()));
    }
}
