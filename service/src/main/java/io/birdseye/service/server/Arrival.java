package io.birdseye.service.server;

import java.util.Map;
import java.util.function.IntConsumer;

/** A request that has been read, as the server that it came to can answer it: at any time, on any thread. */
public interface Arrival {

    Exchange exchange();

    /** The path of the request's address, without its query. */
    String path();

    /** Writes a whole answer, unless one was begun or the client has left, and ends the request. */
    void answer(int status, String type, Map<String, String> headers, byte[] body);

    default void answer(Problem problem) {
        answer(problem.status(), Problem.MEDIA_TYPE, problem.headers(), problem.json(path()));
    }

    /**
     * Watches the request: if the client leaves, the exchange is given up.
     *
     * @param end called with the status when the answer has been written or never will be; perhaps more than once
     */
    void whenEnded(IntConsumer end);

    /** Ends the connection, whatever is still to be written. */
    void cut();
}
