package io.birdseye.experiments.android;

import io.birdseye.experiments.claim.Claim;
import java.util.List;

/** The claims of the article on a hundred actions. */
public final class AndroidClaims {

    private AndroidClaims() {}

    public static List<Claim> all() {
        return List.of(new DirectCallIsFastest(), new FlowCostsMost(), new DefaultIsNotLimited(),
                new WorkStealingWins(), new WaitingLevelsFrameworks());
    }
}
