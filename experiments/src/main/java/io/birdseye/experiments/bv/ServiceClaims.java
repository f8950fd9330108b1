package io.birdseye.experiments.bv;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import java.util.List;

/** The texts of the claims on the service under load. */
final class ServiceClaims {

    private static final List<Claim> UNTIL_MEMORY = List.of(
            new OnService(new ClaimText("BV-1", Article.BV,
                "The comparison was taken at 50 requests a second.",
                "50 req/sec, about 10,000 requests",
                null,
                "The same strategies with 50 users who wait for their answers, and with 50 arrivals a "
                        + "second; Little's law on the published figures.",
                "Confirmed if the published times and 50 a second fit one another by Little's law with 50 "
                        + "users; refuted if 50 users and those times mean another rate.",
                "None is published.")),
            new OnService(new ClaimText("BV-2", Article.BV,
                "The order of the strategies, from fastest: executor and CompletableFuture, sequential, "
                        + "Rx, Disruptor, then the asynchronous ones and Akka.",
                "mean ms: sequential 2,100; executor(16) 1,800; CompletableFuture(16) 1,800; async "
                        + "executor(16) 3,500; Rx 2,300; Disruptor(11) 3,000; async Disruptor(12) 3,500; Akka 3,500",
                null,
                "50 closed users, 200 ms upstreams, 5 MB, published pools: the order, with intervals.",
                "Confirmed if every published order of two strategies that differ by more than 10 % "
                        + "holds; refuted if one is reversed.",
                "None is published for the table as a whole.")),
            new OnService(new ClaimText("BV-3", Article.BV,
                "Sending the response asynchronously is slower.",
                "3,500 ms against 1,800 ms",
                "Handling non-blocking HTTP costs more than blocking.",
                "async-executor as published, with I/O and CPU on one pool of 16, against the same with "
                        + "separate pools of the same total.",
                "Confirmed if async-executor takes more than 1.2 times as long as executor.",
                "Only the pool changes, the response stays asynchronous. Confirmed if it still takes more "
                        + "than 1.2 times as long; refuted if not.")),
            new OnService(new ClaimText("BV-4", Article.BV,
                "At 400 ms sequential beats the executor.",
                "sequential 2,600 ms, executor(24) 3,000 ms",
                "Context switching between 20 and more threads.",
                "A sweep of the pool at 400 ms, with context switches, against X = pool / I/O seconds per request.",
                "Confirmed if sequential is faster than executor(24) with 50 closed users.",
                "Confirmed if a larger pool makes it slower; refuted if throughput follows the pool size, "
                        + "whatever the context switches.")),
            new OnService(new ClaimText("BV-5", Article.BV,
                "Disruptor does not fit the use case.",
                "3,000 to 3,500 ms",
                "It is made for event-driven designs.",
                "disruptor as published, with I/O stages chained, against the diamond with as many threads.",
                "Confirmed if disruptor takes more than 1.2 times as long as executor.",
                "Only the topology changes. Confirmed if the diamond still takes more than 1.2 times as "
                        + "long; refuted if not.")),
            new OnService(new ClaimText("BV-6", Article.BV,
                "Akka cannot match the traditional way.",
                "3,500 ms",
                "Actors are for supervision and distribution, not for this.",
                "Combinations counted for each request; akka as published against combining workers in a pool.",
                "Confirmed if akka takes more than 1.2 times as long as executor.",
                "Only who combines changes. Confirmed if akka with pooled workers still takes more than "
                        + "1.2 times as long.")));

    private static final List<Claim> AFTER_MEMORY = List.of(
            new OnService(new ClaimText("BV-9", Article.BV,
                "Cores + 1 threads for CPU work and cores x 2 for I/O are the right pools.",
                "cores + 1; cores x 2",
                null,
                "A sweep of both pools against cores x (1 + wait / compute).",
                "Confirmed if throughput at the published sizes is within 10 % of the best of the sweep.",
                "None is published.")),
            new OnService(new ClaimText("BV-10", Article.BV,
                "At 100 ms 8 threads suffice; at 200 ms 16 do better.",
                "8; 16",
                "Threads are blocked until their answer comes.",
                "Little's law, then a measurement of both pools at both delays.",
                "Confirmed if 16 threads beat 8 by more than 10 % at 200 ms and do not at 100 ms.",
                "Confirmed if throughput is pool / I/O seconds per request within 10 % at both delays.")),
            new OnService(new ClaimText("BV-11", Article.BV,
                "Reactive or asynchronous code lowers the performance of most traditional applications.",
                "no figure",
                "The cost of asynchronous communication.",
                "Blocking and asynchronous strategies with equal budgets, at 0.5 to 2 times capacity.",
                "Confirmed if with equal budgets the asynchronous ones are more than 10 % slower; refuted "
                        + "if within 10 % or faster.",
                "Only the budget is made equal. Confirmed if the difference stays; refuted if it goes.")),
            new OnService(new ClaimText("BV-12", Article.BV,
                "With many concurrent requests sequential beats parallel; keep a toggle and decide by metrics.",
                "no figure",
                "Context switching.",
                "One request alone, then load up to saturation: where do the curves cross?",
                "Confirmed if parallel is faster alone and sequential has the higher throughput at saturation.",
                "Confirmed if the crossing moves with the context switches and not with the pool's capacity.")));

    private ServiceClaims() {}

    /** BV-1 to BV-6. */
    static List<Claim> untilMemory() {
        return UNTIL_MEMORY;
    }

    /** BV-9 to BV-12. */
    static List<Claim> afterMemory() {
        return AFTER_MEMORY;
    }
}
