package io.birdseye.service;

import io.birdseye.model.Budget;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.service.overview.BudgetLimits;
import io.birdseye.service.overview.MemorySizes;
import io.birdseye.service.server.HttpSettings;
import io.birdseye.service.upstream.UpstreamSettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Everything that can be set.
 *
 * @param host the address to listen on
 * @param port 0 for any free one
 * @param upstream the address of an API in the shape of JSONPlaceholder
 * @param httpThreads how many requests may hold an HTTP thread at once
 * @param selectorThreads threads that read and parse requests
 * @param httpQueue how many requests may wait for an HTTP thread
 * @param backlog connections that the kernel may hold for us
 * @param deadline from the arrival of a request to its answer
 * @param connectTimeout for a connection to an upstream
 * @param eventLoops threads of the non-blocking client
 * @param maxBodyBytes the largest body of an upstream that is read
 * @param defaultBudget where a request asks for none
 * @param maxIo the largest I/O concurrency that a request may ask for
 * @param maxCpu the largest CPU concurrency that a request may ask for
 * @param maxQueue the largest queue bound that a request may ask for
 * @param maxPools how many strategies with different budgets may run at once
 * @param memorySizes which sizes of the shared lists a request may ask for
 * @param grace how long requests in progress may take when the service is told to end
 * @param scenario whose tree is served; empty for the main article's
 */
public record Settings(
        String host,
        int port,
        URI upstream,
        int httpThreads,
        int selectorThreads,
        int httpQueue,
        int backlog,
        Duration deadline,
        Duration connectTimeout,
        int eventLoops,
        int maxBodyBytes,
        Budget defaultBudget,
        int maxIo,
        int maxCpu,
        int maxQueue,
        int maxPools,
        MemorySizes memorySizes,
        Duration grace,
        Optional<ScenarioFile> scenario) {

    private static final int MAX_THREADS = 100_000;
    private static final Duration MAX_DURATION = Duration.ofHours(1);

    public Settings {
        require("--port", port, 0, 65_535);
        require("--http-threads", httpThreads, 1, MAX_THREADS);
        require("--selector-threads", selectorThreads, 1, 1_000);
        require("--http-queue", httpQueue, 0, 1_000_000);
        require("--backlog", backlog, 1, 65_535);
        require("--event-loops", eventLoops, 1, 1_000);
        require("--max-body", maxBodyBytes, 1, 1 << 30);
        require("--max-io", maxIo, 1, MAX_THREADS);
        require("--max-cpu", maxCpu, 1, MAX_THREADS);
        require("--max-queue", maxQueue, 1, 1_000_000);
        require("--max-pools", maxPools, 1, 1_000);
        require("--deadline", deadline, Duration.ofMillis(1));
        require("--connect-timeout", connectTimeout, Duration.ofMillis(1));
        require("--grace", grace, Duration.ZERO);
        // These two check what only they know.
        new UpstreamSettings(upstream, connectTimeout, maxBodyBytes, eventLoops);
        new BudgetLimits(defaultBudget, maxIo, maxCpu, maxQueue, httpThreads);
    }

    private static void require(String flag, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(flag + " must be from " + min + " to " + max + ", but is " + value);
        }
    }

    private static void require(String flag, Duration value, Duration min) {
        if (value.compareTo(min) < 0 || value.compareTo(MAX_DURATION) > 0) {
            throw new IllegalArgumentException(flag + " must be from " + min.toMillis() + "ms to "
                    + MAX_DURATION.toHours() + "h, but is " + value.toMillis() + "ms");
        }
    }

    HttpSettings http() {
        return new HttpSettings(host, port, httpThreads, selectorThreads, httpQueue, backlog, deadline);
    }

    UpstreamSettings upstreams() {
        return new UpstreamSettings(upstream, connectTimeout, maxBodyBytes, eventLoops);
    }

    BudgetLimits budgets() {
        return new BudgetLimits(defaultBudget, maxIo, maxCpu, maxQueue, httpThreads);
    }
}
