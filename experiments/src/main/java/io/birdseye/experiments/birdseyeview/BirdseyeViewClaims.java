package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Claim;
import java.util.List;
import java.util.stream.Stream;

/** The claims of the main article. */
public final class BirdseyeViewClaims {

    private BirdseyeViewClaims() {}

    /** Those on the service under load, and between them the two studies of memory. */
    public static List<Claim> all() {
        int cores = Runtime.getRuntime().availableProcessors();
        List<Claim> studies = List.of(new ManyThreadsLose(cores), new FiveAtOnceStall());
        return Stream.of(ServiceClaims.untilMemory(), studies, ServiceClaims.afterMemory(cores))
                .flatMap(List::stream)
                .toList();
    }
}
