package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import java.util.List;

/** The claims on the service under load. */
final class ServiceClaims {

    static final Claim DISRUPTOR = new RepairedSibling(
            new ClaimText("BV-5", Article.BV,
                    "Disruptor does not fit the use case.",
                    "3,000 to 3,500 ms",
                    "It is made for event-driven designs.",
                    "50 closed users. disruptor as published, its stages chained so that calls follow one another, one "
                            + "handler for all comments, against executor as published; then disruptor-diamond, its "
                            + "four calls side by side, against executor, each with 8 threads for calls and 2 for "
                            + "combinations.",
                    "Confirmed if disruptor takes more than 1.2 times as long as executor; refuted if not.",
                    "Only the topology and equal pools change, the library stays. Confirmed if the diamond still takes "
                            + "more than 1.2 times as long as executor; refuted if not."),
            "disruptor", "disruptor-diamond",
            "The same library with its stages side by side keeps up with the executor of as many threads: what did not "
                    + "fit was the chain, not Disruptor.");

    private ServiceClaims() {}

    /** BV-1 to BV-6. */
    static List<Claim> untilMemory() {
        return List.of(new TakenAtFiftyPerSecond(), new PublishedOrder(), new AsyncResponseIsSlower(),
                new SequentialWinsAtFourHundred(), DISRUPTOR, new AkkaCannotMatch());
    }

    /** BV-9 to BV-12. */
    static List<Claim> afterMemory(int cores) {
        return List.of(new PoolFormulas(cores), new EightThenSixteen(), new AsyncLowersPerformance(),
                new SequentialWinsUnderLoad());
    }
}
