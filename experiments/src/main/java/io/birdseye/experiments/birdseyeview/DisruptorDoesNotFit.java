package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.claim.Claim;

/** BV-5. */
final class DisruptorDoesNotFit {

    private DisruptorDoesNotFit() {}

    static Claim claim() {
        RepairedSibling sibling = new RepairedSibling("disruptor", "disruptor-diamond",
                "The same library with its stages side by side keeps up with the executor of as many threads: what did "
                        + "not fit was the chain, not Disruptor.");
        return Claim.of("BV-5", "Disruptor does not fit the use case.", "3,000 to 3,500 ms")
                .publishedCause("It is made for event-driven designs.")
                .test("50 closed users. disruptor as published, its stages chained so that calls follow one another, "
                        + "one handler for all comments, against executor as published; then disruptor-diamond, its "
                        + "four calls side by side, against executor, each with 8 threads for calls and 2 for "
                        + "combinations.", effort -> sibling.trials())
                .effect("Confirmed if disruptor takes more than 1.2 times as long as executor; refuted if not.",
                        sibling::effect)
                .cause("The library stays and the pools are equal; how its stages are put together changes. They stand "
                        + "side by side in place of a chain. They wait on a lock of Birdseye in place of Disruptor's "
                        + "BlockingWaitStrategy. And a handler reports each request as done at once, where the chain's "
                        + "report at the end of a batch. Confirmed if the diamond still takes more than 1.2 times as "
                        + "long as executor; refuted if not.", sibling::cause)
                .meaning(sibling::meaning)
                .picture(sibling::chart)
                .build();
    }
}
