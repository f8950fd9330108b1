package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.claim.Claim;
import java.util.List;

/** The claims of the article on fork/join, parallel streams and executors. */
public final class ForkJoinClaims {

    private ForkJoinClaims() {}

    /** Judged for the machine's own number of cores. */
    public static List<Claim> all() {
        ThreadCounts counts = new ThreadCounts(Runtime.getRuntime().availableProcessors());
        return List.of(IndexingScales.claim(counts), StreamsBeatForkJoin.claim(counts), PrimeTestLevels.claim(counts),
                NeighbourTurnsRanking.claim(counts));
    }
}
