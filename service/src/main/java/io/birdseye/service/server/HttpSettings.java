package io.birdseye.service.server;

import java.time.Duration;

/**
 * How HTTP requests are accepted.
 *
 * @param host the address to listen on
 * @param port 0 for any free one
 * @param threads how many requests may hold an HTTP thread at once
 * @param selectorThreads threads that read and parse requests
 * @param queue how many requests may wait for an HTTP thread; the next one is refused
 * @param backlog how many connections the kernel may hold that have not been accepted
 * @param deadline from the arrival of a request to its answer
 */
public record HttpSettings(
        String host, int port, int threads, int selectorThreads, int queue, int backlog, Duration deadline) {}
