package io.birdseye.loadtest.gatling;

import static io.birdseye.loadtest.SettingReader.refusal;
import static io.birdseye.loadtest.SettingReader.requireBetween;

import io.birdseye.loadtest.SettingReader;
import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Load;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The plan of an injector that has no coordinator, and its folder. {@code loadtest/README.md} explains each property. */
public record InjectorSettings(RequestPlan plan, Path out) {

    private static final String ADDRESS = "an address such as http://127.0.0.1:8080";
    private static final String RATES = "a number above 0 and at most 100000";
    private static final String USERS = "between 1 and 100000";
    private static final int MAX = 100_000;

    /** @throws IllegalArgumentException if a setting is wrong; the message names it */
    static InjectorSettings from(SettingReader reader) {
        URI baseUrl = reader.read("birdseye.baseUrl", URI::create, ADDRESS).orElse(URI.create("http://127.0.0.1:8080"));
        if (baseUrl.getHost() == null || !String.valueOf(baseUrl.getScheme()).matches("https?")) {
            throw refusal("birdseye.baseUrl", baseUrl, ADDRESS);
        }
        OverviewRequest request = OverviewRequest.from(reader);
        Load load = load(reader);
        WarmUp warmUp = new WarmUp(
                reader.duration("birdseye.warmUp").orElse(Duration.ofSeconds(12)),
                reader.integer("birdseye.warmUpCycles").orElse(3),
                reader.duration("birdseye.warmUpPause").orElse(Duration.ofSeconds(1)));
        Duration duration = reader.duration("birdseye.duration").orElse(Duration.ofSeconds(30));
        requireBetween("birdseye.duration", duration, Duration.ofSeconds(1), Duration.ofHours(24));
        Duration requestTimeout = reader.duration("birdseye.requestTimeout").orElse(Duration.ofSeconds(30));
        requireBetween("birdseye.requestTimeout", requestTimeout, Duration.ofMillis(1), Duration.ofMinutes(10));
        int minBodyBytes = reader.integer("birdseye.minBodyBytes").orElse(2);
        if (minBodyBytes < 0) {
            throw refusal("birdseye.minBodyBytes", minBodyBytes, "0 or more");
        }
        return new InjectorSettings(
                new RequestPlan(
                        List.of(Request.overview(baseUrl.toString(), request, minBodyBytes)),
                        Schedule.steps(load, warmUp, duration, 1), load.users(), requestTimeout, 0),
                Path.of(reader.text("birdseye.out").orElse("results/load")));
    }

    private static Load load(SettingReader reader) {
        Optional<Double> rate = reader.number("birdseye.rate");
        Optional<Integer> users = reader.integer("birdseye.users");
        Optional<Arrivals> arrivals = reader.read(
                "birdseye.arrivals", text -> Arrivals.valueOf(text.toUpperCase(Locale.ROOT)), "poisson, constant or bursts");
        if (rate.isPresent() && users.isPresent()) {
            throw new IllegalArgumentException(
                    "birdseye.rate and birdseye.users are both set, but a load is either open or closed");
        }
        if (users.isPresent() && arrivals.isPresent()) {
            throw new IllegalArgumentException(
                    "birdseye.arrivals and birdseye.users are both set, but a user asks again when its answer has come");
        }
        rate.filter(perSecond -> !(perSecond > 0 && perSecond <= MAX)).ifPresent(wrong -> {
            throw refusal("birdseye.rate", wrong, RATES);
        });
        users.filter(number -> number < 1 || number > MAX).ifPresent(wrong -> {
            throw refusal("birdseye.users", wrong, USERS);
        });
        return users.map(Load::closed)
                .orElseGet(() -> Load.open(rate.orElse(50.0), arrivals.orElse(Arrivals.POISSON)));
    }
}
