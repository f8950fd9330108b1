package io.birdseye.service.server;

/** Hears of every request that has come to its end. */
@FunctionalInterface
public interface ExchangeListener {

    /**
     * Called once for each request.
     *
     * @param method the HTTP method
     * @param status the status of the answer, or {@link io.birdseye.service.problem.Problems#CLIENT_CLOSED_REQUEST}
     */
    void finished(Exchange exchange, String method, int status);
}
