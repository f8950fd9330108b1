package io.birdseye.loadtest;

import io.birdseye.model.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads settings from system properties ({@code birdseye.requestTimeout}) and, where one is absent, from the
 * environment ({@code BIRDSEYE_REQUEST_TIMEOUT}). Every refusal names the property, the value and what is allowed.
 */
public record SettingReader(
        Function<String, @Nullable String> properties, Function<String, @Nullable String> environment) {

    public static SettingReader ofSystem() {
        return new SettingReader(System::getProperty, System::getenv);
    }

    public Optional<String> text(String property) {
        String variable = property.replace('.', '_').replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
        String value = properties.apply(property) == null ? environment.apply(variable) : properties.apply(property);
        return Optional.ofNullable(value).map(String::strip).filter(text -> !text.isEmpty());
    }

    public Optional<Double> number(String property) {
        return read(property, Double::valueOf, "a number").map(number -> {
            if (!Double.isFinite(number)) {
                throw refusal(property, number, "a number");
            }
            return number;
        });
    }

    public Optional<Integer> integer(String property) {
        return read(property, Integer::valueOf, "a whole number");
    }

    public Optional<Duration> duration(String property) {
        return read(property, Durations::parse, Durations.FORM);
    }

    /** @param parse throws an {@link IllegalArgumentException} for a text that is not allowed */
    public <T> Optional<T> read(String property, Function<String, T> parse, String allowed) {
        return text(property).map(value -> {
            try {
                return parse.apply(value);
            } catch (IllegalArgumentException e) {
                throw refusal(property, value, allowed);
            }
        });
    }

    public static IllegalArgumentException refusal(String property, Object value, String allowed) {
        return new IllegalArgumentException(property + " is '" + value + "', but must be " + allowed);
    }

    /** @throws IllegalArgumentException if the duration is shorter or longer */
    public static void requireBetween(String property, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw refusal(property, value.toMillis() + "ms",
                    "between " + least.toMillis() + "ms and " + most.toMillis() + "ms");
        }
    }
}
