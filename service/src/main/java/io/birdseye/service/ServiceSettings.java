package io.birdseye.service;

import io.birdseye.scenario.ScenarioFile;
import io.birdseye.service.overview.RequestLimits;
import io.birdseye.service.server.HttpHost;
import io.birdseye.service.upstream.UpstreamClientSettings;
import java.time.Duration;
import java.util.Optional;

/** All settings of a service, as {@link SettingsOptions} describes them; without a scenario the main article's. */
public record ServiceSettings(
        HttpHost.Settings http, UpstreamClientSettings upstreams, RequestLimits limits,
        int maxPools, Duration grace, Optional<ScenarioFile> scenario, String httpServer) {}
