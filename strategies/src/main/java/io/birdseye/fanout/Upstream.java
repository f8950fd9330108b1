package io.birdseye.fanout;

import java.util.concurrent.CompletionStage;

/**
 * Fetches bodies: with HTTP clients in the service, with fakes in tests. Implementations are used by many threads at
 * once. When a request is given up they abort its calls on the wire, which then fail with the cause of its
 * {@link Cancellation}.
 */
public interface Upstream {

    /** Fetches a body and holds the calling thread until it has arrived. */
    Body fetch(Plan.CallPlan call, Cancellation cancellation) throws InterruptedException;

    /** Fetches a body and holds no thread; the stage fails with {@link UpstreamFailure} if the upstream failed. */
    CompletionStage<Body> fetchAsync(Plan.CallPlan call, Cancellation cancellation);
}
