package io.birdseye.experiments.birdseyeview.memory;

import io.birdseye.experiments.claim.Claim;
import java.util.List;

/** The main article's claims on memory that threads share. */
public final class MemoryClaims {

    private MemoryClaims() {}

    public static List<Claim> all() {
        int cores = Runtime.getRuntime().availableProcessors();
        return List.of(ManyThreadsLose.claim(cores), FiveAtOnceStall.claim());
    }
}
