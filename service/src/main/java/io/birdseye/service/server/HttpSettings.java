package io.birdseye.service.server;

import io.birdseye.model.Callers;
import java.time.Duration;

/**
 * How HTTP requests are accepted; {@code --help} describes each setting.
 *
 * @param maxWaitingBytes of answers that their clients have not taken yet
 */
public record HttpSettings(
        String host, int port, int threads, int selectorThreads, int queue, int backlog, Duration deadline,
        Callers callers, int maxConnections, Duration headTime, Duration answerTime,
        long maxWaitingBytes) {}
