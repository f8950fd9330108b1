package io.birdseye.service;

import io.birdseye.scenario.ScenarioFile;
import io.birdseye.service.overview.RequestLimits;
import io.birdseye.service.server.HttpSettings;
import io.birdseye.service.upstream.UpstreamClientSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * All settings of a service; {@link SettingsOptions} describes each.
 *
 * @param scenario whose tree is served; empty for the main article's
 * @param httpServer the name of the HTTP server
 */
public record ServiceSettings(
        HttpSettings http, UpstreamClientSettings upstreams, RequestLimits limits,
        int maxPools, Duration grace, Optional<ScenarioFile> scenario, String httpServer) {}
