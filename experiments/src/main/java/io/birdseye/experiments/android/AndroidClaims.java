package io.birdseye.experiments.android;

import io.birdseye.experiments.claim.Claim;
import java.util.List;

/** The claims of the article on a hundred actions. */
public final class AndroidClaims {

    private AndroidClaims() {}

    public static List<Claim> all() {
        return List.of(DirectCallIsFastest.claim(), FlowCostsMost.claim(), DefaultIsNotLimited.claim(),
                WorkStealingWins.claim(), WaitingLevelsFrameworks.claim());
    }
}
