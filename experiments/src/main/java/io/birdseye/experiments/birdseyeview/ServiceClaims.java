package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimWords;
import java.util.List;

/** The main article's claims on the service under load. */
public final class ServiceClaims {

    static final ClaimWords WORDS = ClaimWords.of(ServiceClaims.class);

    private ServiceClaims() {}

    public static List<Claim> claims() {
        return List.of(TableClaims.takenAtFiftyPerSecond(), TableClaims.publishedOrder(),
                AsyncClaims.asyncResponseIsSlower(), PoolClaims.sequentialWinsAtFourHundred(),
                LibraryClaims.disruptorDoesNotFit(), LibraryClaims.akkaCannotMatch(),
                PoolClaims.sizesFollowFromCores(Runtime.getRuntime().availableProcessors()),
                PoolClaims.eightThenSixteen(), AsyncClaims.asyncLowersPerformance(), PoolClaims.sequentialWinsUnderLoad());
    }
}
