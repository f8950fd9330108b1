package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.experiments.truths.IoProbe.Client;

/** TR-2. */
final class WaitingNeedsNoCores {

    static final Variant ONE = IoProbe.variant("one", Client.EXECUTE, 1);
    static final Variant EIGHT = IoProbe.variant("eight", Client.EXECUTE, 8);
    static final Variant ONE_CORE = IoProbe.variant("eight-on-one-core", Client.EXECUTE, 8)
            .but((experiment, effort) -> experiment.with("placement", Placement.ONE_CORE.name()));
    static final Variant SPREAD = IoProbe.variant("eight-spread", Client.EXECUTE, 8)
            .but((experiment, effort) -> experiment.with("placement", Placement.EACH_CORE.name()));

    private WaitingNeedsNoCores() {}

    static Claim claim() {
        return Claim.of("TR-2", "A call that waits 2 s takes about 2 s, alone or eight at once, on one core or spread "
                        + "over all.", "one 2,141 ms; eight 2,344; on one core 2,411; spread 2,266")
                .publishedCause("Nearly all of the time is spent outside; the threads only wait and need no core.")
                .test("OkHttp calls, blocking, in coroutines on an executor, to a server on this machine that answers "
                        + "after 2 s (0.5 s with quick effort).", ONE, EIGHT, ONE_CORE, SPREAD)
                .effect("Confirmed if eight, eight on one core and eight spread each take 0.8 to 1.25 times as long as "
                        + "one.", m -> all(
                                between("eight / one", m.ratio("totalMs", EIGHT, ONE), 0.8, 1.25),
                                between("eight on one core / one", m.ratio("totalMs", ONE_CORE, ONE), 0.8, 1.25),
                                between("eight spread / one", m.ratio("totalMs", SPREAD, ONE), 0.8, 1.25)))
                .cause("Confirmed if the process uses less CPU time than a quarter of the time that eight calls on one "
                        + "core take; refuted if it uses more.", m -> below("CPU time / time, eight on one core",
                                m.ratio(ONE_CORE, "cpuMs", "totalMs"), 0.25))
                .causeMeans("Waiting takes threads, not cores: one core is enough for eight that wait.",
                        "The calls use more of the cores than waiting alone would.",
                        "How much of a core the calls use is not settled here.")
                .build();
    }
}
