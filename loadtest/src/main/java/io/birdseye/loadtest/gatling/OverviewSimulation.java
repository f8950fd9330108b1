package io.birdseye.loadtest.gatling;

import static io.gatling.javaapi.http.HttpDsl.http;

import io.birdseye.loadtest.SettingReader;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.List;

/** Offers the load of {@link InjectorSettings} to one strategy of Birdseye's service. */
public final class OverviewSimulation extends ScheduledSimulation {

    private final InjectorSettings settings;

    /** @throws IllegalArgumentException if a setting is wrong; the message names it */
    public OverviewSimulation() {
        this(InjectorSettings.from(SettingReader.ofSystem()));
    }

    @SuppressWarnings("this-escape") // Gatling wants setUp to be called here
    private OverviewSimulation(InjectorSettings settings) {
        super(settings.schedule(), settings.requestTimeout(), settings.out(), settings.startAtEpochMillis());
        this.settings = settings;
        offer(
                http.baseUrl(settings.baseUrl().toString()).acceptHeader("application/json").userAgentHeader("birdseye"),
                List.of(new Sent(this::overview, 200, true)));
    }

    private HttpRequestActionBuilder overview() {
        return http(settings.request().strategy())
                .get(settings.request().pathAndQuery())
                .requestTimeout(settings.requestTimeout())
                .check(statusIs(200))
                .check(bodyIs(this::looksComplete));
    }

    /** A cheap check: the trial runner has compared one answer in full before. */
    private boolean looksComplete(byte[] body) {
        return body.length >= Math.max(2, settings.minBodyBytes())
                && body[0] == '{'
                && body[body.length - 1] == '}';
    }
}
