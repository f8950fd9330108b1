package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.claim.Claim;
import java.util.List;

/** The claims of the article on coroutines and RxJava 2. */
public final class RxClaims {

    private RxClaims() {}

    public static List<Claim> all() {
        return List.of(CoroutinesFallBehind.claim(), CoroutinesLeadAtFewTasks.claim(), RxMemoryGrows.claim(),
                RxRunsOutOfThreads.claim());
    }
}
