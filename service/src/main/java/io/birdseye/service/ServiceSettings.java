package io.birdseye.service;

import io.birdseye.scenario.ScenarioFile;
import io.birdseye.service.overview.RequestLimits;
import io.birdseye.service.server.HttpSettings;
import io.birdseye.service.upstream.UpstreamClientSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * All settings of a service.
 *
 * @param http how requests are accepted
 * @param upstreams how the upstreams are called
 * @param limits what a request may ask for
 * @param maxPools how many strategies with different budgets may run at once
 * @param grace how long requests in progress may take when the service is told to end
 * @param scenario whose tree is served; empty for the main article's
 */
public record ServiceSettings(
        HttpSettings http,
        UpstreamClientSettings upstreams,
        RequestLimits limits,
        int maxPools,
        Duration grace,
        Optional<ScenarioFile> scenario) {}
