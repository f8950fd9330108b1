package io.birdseye.service.server;

import io.birdseye.model.Callers;
import java.time.Duration;

/**
 * How HTTP requests are accepted; {@code --help} describes each setting.
 *
 * @param maxWaitingBytes of answers that their clients have not taken yet
 */
public record HttpSettings(
        String host, int port, int backlog, Callers callers, int maxConnections, Threads threads, Times times,
        long maxWaitingBytes) {

    /**
     * Who serves requests.
     *
     * @param queue requests that may wait for an HTTP thread
     */
    public record Threads(int http, int selectors, int queue) {}

    /** How long a request may take, its head before it, and its client to take the answer after the deadline. */
    public record Times(Duration deadline, Duration head, Duration answer) {}
}
