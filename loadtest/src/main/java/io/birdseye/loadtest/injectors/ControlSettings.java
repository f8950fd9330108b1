package io.birdseye.loadtest.injectors;

import static io.birdseye.loadtest.SettingReader.refusal;
import static io.birdseye.loadtest.SettingReader.requireBetween;

import io.birdseye.loadtest.SettingReader;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;

/**
 * The settings of an injector that is controlled; {@code loadtest/README.md} explains each property. The lease ends it
 * in a load, idle without one; only a test has a clock that is ahead.
 */
public record ControlSettings(
        String host, int port, String token, Path folder, Duration lease, Duration idle, Duration clockAhead) {

    public static final String CONTROL = "birdseye.control";

    /** The environment variable of the token: a command line can be read by every user of a machine. */
    public static final String TOKEN_VARIABLE = "BIRDSEYE_TOKEN";

    private static final int MIN_TOKEN = 16;
    private static final int TOKEN_BYTES = 24;
    private static final String ADDRESS = "an address such as 127.0.0.1:7400";

    public ControlSettings {
        if (token.length() < MIN_TOKEN) {
            throw new IllegalArgumentException(
                    "birdseye.token must have at least " + MIN_TOKEN + " characters, but has " + token.length());
        }
        requireBetween("birdseye.lease", lease, Duration.ofSeconds(1), Duration.ofHours(1));
        requireBetween("birdseye.idle", idle, Duration.ofSeconds(1), Duration.ofDays(365));
    }

    /** A token that nobody guesses: 48 hexadecimal digits. */
    public static String newToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** @throws IllegalArgumentException if a setting is wrong; the message names it */
    public static ControlSettings from(SettingReader reader) {
        String address = reader.text(CONTROL).orElse("127.0.0.1:0");
        int colon = address.lastIndexOf(':');
        if (colon < 1 || !address.substring(colon + 1).matches("\\d{1,5}") || Integer.parseInt(address.substring(colon + 1)) > 65_535) {
            throw refusal(CONTROL, address, ADDRESS);
        }
        return new ControlSettings(
                address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)),
                reader.text("birdseye.token").orElse(""), Path.of(reader.text("birdseye.out").orElse("results/load")),
                reader.duration("birdseye.lease").orElse(Duration.ofSeconds(30)),
                reader.duration("birdseye.idle").orElse(Duration.ofMinutes(10)),
                reader.duration("birdseye.clockAhead").orElse(Duration.ZERO));
    }
}
