package io.birdseye.experiments.birdseyeview.memory;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimWords;
import java.util.List;

/** The main article's claims on memory that threads share. */
public final class MemoryClaims {

    static final ClaimWords WORDS = ClaimWords.beside(MemoryClaims.class);

    private MemoryClaims() {}

    public static List<Claim> claims() {
        int cores = Runtime.getRuntime().availableProcessors();
        return List.of(ManyThreadsLose.claim(cores), FiveAtOnceStall.claim());
    }
}
