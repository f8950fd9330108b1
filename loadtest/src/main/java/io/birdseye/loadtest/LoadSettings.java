package io.birdseye.loadtest;

import static io.birdseye.loadtest.SettingReader.refusal;

import io.birdseye.model.Load;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the simulation is asked to do. {@code loadtest/README.md} explains each property.
 *
 * @param baseUrl the service's address
 * @param request which overview is asked for
 * @param load the load of all injectors together
 * @param warmUp not recorded, and before the window
 * @param duration of the measured window
 * @param requestTimeout after which a request counts as failed; also bounds the drain behind the window
 * @param minBodyBytes an answer with fewer is an error
 * @param share this injector's part of the load
 * @param startAtEpochMillis when the warm-up begins, or empty for at once
 * @param out the folder that receives the histograms and {@code window.json}
 */
public record LoadSettings(
        URI baseUrl,
        OverviewRequest request,
        Load load,
        WarmUp warmUp,
        Duration duration,
        Duration requestTimeout,
        int minBodyBytes,
        Share share,
        Optional<Long> startAtEpochMillis,
        Path out) {

    public LoadSettings {
        String scheme = baseUrl.getScheme();
        if (baseUrl.getHost() == null || scheme == null || !scheme.matches("https?")) {
            throw refusal("birdseye.baseUrl", baseUrl, "an address such as http://127.0.0.1:8080");
        }
        if (!(load.ratePerSecond() <= 100_000)) {
            throw refusal("birdseye.rate", load.ratePerSecond(), "a number above 0 and at most 100000");
        }
        if (load.users() > 100_000) {
            throw refusal("birdseye.users", load.users(), "between 1 and 100000");
        }
        requireBetween("birdseye.duration", duration, Duration.ofSeconds(1), Duration.ofHours(24));
        requireBetween("birdseye.requestTimeout", requestTimeout, Duration.ofMillis(1), Duration.ofMinutes(10));
        if (minBodyBytes < 0) {
            throw refusal("birdseye.minBodyBytes", minBodyBytes, "0 or more");
        }
    }

    /**
     * The warm-up runs in short cycles with pauses: on few cores one continuous warm-up starves the compiler of the
     * very time in which it would make the program fast.
     *
     * @param total of all cycles, pauses not counted; zero for none
     * @param cycles how many
     * @param pause behind each cycle
     */
    public record WarmUp(Duration total, int cycles, Duration pause) {

        public WarmUp {
            requireBetween("birdseye.warmUp", total, Duration.ZERO, Duration.ofHours(1));
            if (cycles < 1 || cycles > 100) {
                throw refusal("birdseye.warmUpCycles", cycles, "between 1 and 100");
            }
            requireBetween("birdseye.warmUpPause", pause, Duration.ZERO, Duration.ofMinutes(1));
        }

        public static WarmUp none() {
            return new WarmUp(Duration.ZERO, 1, Duration.ZERO);
        }

        /** With all pauses. */
        public Duration span() {
            return total.isZero() ? Duration.ZERO : total.plus(pause.multipliedBy(cycles));
        }
    }

    /**
     * One injector's part of a load that several offer together.
     *
     * @param index counts from 0
     * @param count how many injectors there are
     */
    public record Share(int index, int count) {

        /** The only injector. */
        public static final Share WHOLE = new Share(0, 1);

        public Share {
            if (count < 1 || count > 10_000) {
                throw refusal("birdseye.shareCount", count, "between 1 and 10000");
            }
            if (index < 0 || index >= count) {
                throw refusal("birdseye.shareIndex", index, "between 0 and " + (count - 1));
            }
        }
    }

    /** From system properties and the environment. */
    public static LoadSettings fromSystem() {
        return from(SettingReader.ofSystem());
    }

    static LoadSettings from(SettingReader reader) {
        String baseUrl = reader.text("birdseye.baseUrl").orElse("http://127.0.0.1:8080");
        URI uri;
        try {
            uri = URI.create(baseUrl);
        } catch (IllegalArgumentException e) {
            throw refusal("birdseye.baseUrl", baseUrl, "an address such as http://127.0.0.1:8080");
        }
        return new LoadSettings(
                uri,
                OverviewRequest.from(reader),
                load(reader),
                new WarmUp(
                        reader.duration("birdseye.warmUp").orElse(Duration.ofSeconds(12)),
                        reader.integer("birdseye.warmUpCycles").orElse(3),
                        reader.duration("birdseye.warmUpPause").orElse(Duration.ofSeconds(1))),
                reader.duration("birdseye.duration").orElse(Duration.ofSeconds(30)),
                reader.duration("birdseye.requestTimeout").orElse(Duration.ofSeconds(30)),
                reader.integer("birdseye.minBodyBytes").orElse(2),
                new Share(
                        reader.integer("birdseye.shareIndex").orElse(0),
                        reader.integer("birdseye.shareCount").orElse(1)),
                reader.epochMillis("birdseye.startAt"),
                Path.of(reader.text("birdseye.out").orElse("results/load")));
    }

    private static Load load(SettingReader reader) {
        Optional<Double> rate = reader.number("birdseye.rate");
        Optional<Integer> users = reader.integer("birdseye.users");
        if (rate.isPresent() && users.isPresent()) {
            throw new IllegalArgumentException(
                    "birdseye.rate and birdseye.users are both set, but a load is either open or closed");
        }
        if (users.isPresent()) {
            if (users.get() < 1) {
                throw refusal("birdseye.users", users.get(), "between 1 and 100000");
            }
            return Load.closed(users.get());
        }
        double perSecond = rate.orElse(50.0);
        if (!(perSecond > 0)) {
            throw refusal("birdseye.rate", perSecond, "a number above 0 and at most 100000");
        }
        return Load.open(perSecond);
    }

    private static void requireBetween(String property, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw refusal(property, value.toMillis() + "ms",
                    "between " + least.toMillis() + "ms and " + most.toMillis() + "ms");
        }
    }
}
