package io.birdseye.fanout;

import java.util.concurrent.CompletionStage;

/**
 * How bodies are fetched: the service brings HTTP clients, tests bring fakes. Implementations are used by many
 * threads at once, abort a call on the wire when its {@link Cancellation} fires, and then fail with its cause.
 */
public interface Upstream {

    /**
     * Holds the calling thread until the body is there.
     *
     * @throws UpstreamFailure if the upstream failed
     * @throws InterruptedException if the thread is interrupted; the call is aborted then
     */
    Body fetch(Plan.CallPlan call, Cancellation cancellation) throws InterruptedException;

    /**
     * Holds no thread.
     *
     * @return a stage that fails with {@link UpstreamFailure} if the upstream failed
     */
    CompletionStage<Body> fetchAsync(Plan.CallPlan call, Cancellation cancellation);
}
