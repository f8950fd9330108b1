package io.birdseye.experiments.bv;

import io.birdseye.experiments.claim.Claim;
import java.util.List;
import java.util.stream.Stream;

/** The claims of the main article. */
public final class BirdseyeViewClaims {

    private BirdseyeViewClaims() {}

    /** The in-process ones built, those on the service by their text. */
    public static List<Claim> all() {
        List<Claim> studies = List.of(
                new ManyThreadsLose(Runtime.getRuntime().availableProcessors()), new FiveAtOnceStall());
        return Stream.of(ServiceClaims.untilMemory(), studies, ServiceClaims.afterMemory())
                .flatMap(List::stream)
                .toList();
    }
}
