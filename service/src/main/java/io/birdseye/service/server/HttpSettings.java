package io.birdseye.service.server;

import io.birdseye.model.Callers;
import java.time.Duration;

/** How HTTP requests are accepted; {@code --help} describes each setting. */
public record HttpSettings(
        String host, int port, int threads, int selectorThreads, int queue, int backlog, Duration deadline,
        Callers callers, int maxConnections, Duration headTime, Duration answerTime) {}
