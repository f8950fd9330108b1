package io.birdseye.experiments.truths;

import io.birdseye.experiments.claim.Claim;
import java.util.List;

/** The claims of the article on concurrency and parallelism. */
public final class TruthClaims {

    private TruthClaims() {}

    public static List<Claim> all() {
        return List.of(EightAreNotParallel.claim(), WaitingNeedsNoCores.claim(), CoroutinesStillNeedThreads.claim(),
                NativeClientNeedsThreads.claim(), DelaySuspends.claim(), PinningIsSlower.claim());
    }
}
