package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Claim;
import java.util.List;

/** The main article's claims on the service under load. */
public final class ServiceClaims {

    private ServiceClaims() {}

    public static List<Claim> all() {
        int cores = Runtime.getRuntime().availableProcessors();
        return List.of(TakenAtFiftyPerSecond.claim(), PublishedOrder.claim(), AsyncResponseIsSlower.claim(),
                SequentialWinsAtFourHundred.claim(), DisruptorDoesNotFit.claim(), AkkaCannotMatch.claim(),
                PoolFormulas.claim(cores), EightThenSixteen.claim(), AsyncLowersPerformance.claim(),
                SequentialWinsUnderLoad.claim());
    }
}
