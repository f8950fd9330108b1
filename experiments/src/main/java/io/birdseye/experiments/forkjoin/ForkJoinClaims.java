package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.claim.Claim;
import java.util.List;

/** The claims of the article on fork/join, parallel streams and executors. */
public final class ForkJoinClaims {

    private ForkJoinClaims() {}

    /** Judged for the machine's own number of cores. */
    public static List<Claim> all() {
        Axis axis = Axis.of(Runtime.getRuntime().availableProcessors());
        return List.of(new IndexingScales(axis), new StreamsBeatForkJoin(axis), new PrimeTestLevels(axis),
                new NeighbourTurnsRanking(axis));
    }
}
