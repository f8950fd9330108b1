package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;

/** TR-2. */
final class WaitingNeedsNoCores implements Claim {

    static final String ONE = "tr/io/one";
    static final String EIGHT = "tr/io/eight";
    static final String ONE_CORE = "tr/io/eight-on-one-core";
    static final String SPREAD = "tr/io/eight-spread";

    @Override
    public ClaimText text() {
        return new ClaimText("TR-2", Article.TR,
                "A call that waits 2 s takes about 2 s, alone or eight at once, on one core or spread over all.",
                "one 2,141 ms; eight 2,344; on one core 2,411; spread 2,266",
                "Nearly all of the time is spent outside; the threads only wait and need no core.",
                "OkHttp calls, blocking, in coroutines on an executor, to a server on this machine that answers after "
                        + "2 s (0.5 s with quick effort).",
                "Confirmed if eight, eight on one core and eight spread each take 0.8 to 1.25 times as long as one.",
                "Confirmed if the process uses less CPU time than a quarter of the time that eight calls on one core "
                        + "take; refuted if it uses more.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return List.of(
                TruthExperiment.io(effort, ONE, IoProbe.Client.EXECUTE, 1),
                TruthExperiment.io(effort, EIGHT, IoProbe.Client.EXECUTE, 8),
                TruthExperiment.io(effort, ONE_CORE, IoProbe.Client.EXECUTE, 8)
                        .with("placement", Placement.ONE_CORE.name()),
                TruthExperiment.io(effort, SPREAD, IoProbe.Client.EXECUTE, 8)
                        .with("placement", Placement.EACH_CORE.name()));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return all(
                between("eight / one", measurements.ratio("totalMs", EIGHT, ONE), 0.8, 1.25),
                between("eight on one core / one", measurements.ratio("totalMs", ONE_CORE, ONE), 0.8, 1.25),
                between("eight spread / one", measurements.ratio("totalMs", SPREAD, ONE), 0.8, 1.25));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return below("CPU time / time, eight on one core", Estimate.ratio(
                measurements.samples(ONE_CORE, "cpuMs"), measurements.samples(ONE_CORE, "totalMs")), 0.25);
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "Waiting takes threads, not cores: one core is enough for eight that wait.";
            case REFUTED -> "The calls use more of the cores than waiting alone would.";
            case INCONCLUSIVE, NOT_TESTABLE -> "How much of a core the calls use is not settled here.";
        };
    }
}
