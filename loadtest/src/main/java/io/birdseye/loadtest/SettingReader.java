package io.birdseye.loadtest;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads settings from system properties ({@code birdseye.requestTimeout}) and, where one is absent, from the
 * environment ({@code BIRDSEYE_REQUEST_TIMEOUT}). Every refusal names the property, the value and what is allowed.
 */
final class SettingReader {

    private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h)");

    private final Function<String, @Nullable String> properties;
    private final Function<String, @Nullable String> environment;

    SettingReader(Function<String, @Nullable String> properties, Function<String, @Nullable String> environment) {
        this.properties = properties;
        this.environment = environment;
    }

    static SettingReader ofSystem() {
        return new SettingReader(System::getProperty, System::getenv);
    }

    /** The environment variable that stands in for a property: {@code birdseye.ioPoolSize} is BIRDSEYE_IO_POOL_SIZE. */
    static String variable(String property) {
        return property.replace('.', '_').replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }

    Optional<String> text(String property) {
        String value = properties.apply(property);
        if (value == null) {
            value = environment.apply(variable(property));
        }
        return value == null || value.isBlank() ? Optional.empty() : Optional.of(value.strip());
    }

    Optional<Double> number(String property) {
        return text(property).map(value -> {
            try {
                double number = Double.parseDouble(value);
                if (Double.isFinite(number)) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Reported below, as NaN and infinity are.
            }
            throw refusal(property, value, "a number");
        });
    }

    Optional<Integer> integer(String property) {
        return text(property).map(value -> {
            try {
                return Integer.valueOf(value);
            } catch (NumberFormatException e) {
                throw refusal(property, value, "a whole number");
            }
        });
    }

    /** Absent is {@code false}. */
    boolean flag(String property) {
        return switch (text(property).orElse("false")) {
            case "true" -> true;
            case "false" -> false;
            case String other -> throw refusal(property, other, "true or false");
        };
    }

    Optional<Long> epochMillis(String property) {
        return text(property).map(value -> {
            try {
                return Long.valueOf(value);
            } catch (NumberFormatException e) {
                throw refusal(property, value, "milliseconds since 1970");
            }
        });
    }

    Optional<Duration> duration(String property) {
        return text(property).map(value -> {
            Matcher matcher = DURATION.matcher(value);
            if (!matcher.matches()) {
                throw refusal(property, value, "a duration such as 500ms, 20s or 2m");
            }
            double unitMillis = switch (matcher.group(2)) {
                case "ms" -> 1;
                case "s" -> 1_000;
                case "m" -> 60_000;
                default -> 3_600_000;
            };
            return Duration.ofMillis(Math.round(Double.parseDouble(matcher.group(1)) * unitMillis));
        });
    }

    static IllegalArgumentException refusal(String property, Object value, String allowed) {
        return new IllegalArgumentException(property + " is '" + value + "', but must be " + allowed);
    }
}
