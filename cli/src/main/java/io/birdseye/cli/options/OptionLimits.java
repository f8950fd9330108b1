package io.birdseye.cli.options;

import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Which values options take, the same for all commands: what cannot be measured is refused before a program starts. Other options
 * are checked by what takes them.
 */
final class OptionLimits {

    /** Numbers from one to another; of times, seconds. */
    private record Range(double from, double to) {}

    private static final double DAY = 86_400;

    private static final Map<String, Range> RANGES = Map.ofEntries(
            Map.entry("--rate", new Range(0.01, 1_000_000)),
            Map.entry("--most", new Range(0.01, 1_000_000)),
            Map.entry("--users", new Range(1, 100_000)),
            Map.entry("--burst", new Range(1, 100)),
            Map.entry("--blocks", new Range(1, 1_000)),
            Map.entry("--cores", new Range(1, 1_024)),
            Map.entry("--calls", new Range(1, 64)),
            Map.entry("--lost", new Range(0, 1_000)),
            Map.entry("--comparisons", new Range(1, 100)),
            Map.entry("--memory", new Range(0.01, 1_000)),
            Map.entry("--io-threads", new Range(1, 100_000)),
            Map.entry("--cpu-threads", new Range(1, 100_000)),
            Map.entry("--http-threads", new Range(1, 100_000)),
            Map.entry("--max-in-flight", new Range(1, 10_000_000)),
            Map.entry("--duration", new Range(0.1, DAY)),
            Map.entry("--warm-up", new Range(0, DAY)),
            Map.entry("--for", new Range(1, DAY)),
            Map.entry("--max-time", new Range(1, 30 * DAY)),
            Map.entry("--deadline", new Range(0.001, 3_600)),
            Map.entry("--latency", new Range(0, 3_600)),
            Map.entry("--p99", new Range(0.001, 3_600)));

    private OptionLimits() {}

    /** What is wrong with the options that are given, in one sentence; empty where nothing is. */
    static Optional<String> broken(List<OptionSpec> given) {
        return given.stream().flatMap(option -> broken(option).stream()).findFirst();
    }

    private static Optional<String> broken(OptionSpec option) {
        Range range = RANGES.get(option.longestName());
        Object value = option.getValue() instanceof Optional<?> optional ? optional.orElse(null) : option.getValue();
        Double number = number(value);
        if (range == null || number == null || number >= range.from && number <= range.to) {
            return Optional.empty();
        }
        boolean time = value instanceof Duration;
        return Optional.of(option.longestName() + " must be from " + words(range.from, time) + " to " + words(range.to, time) + ", but is "
                + words(number, time));
    }

    private static @Nullable Double number(@Nullable Object value) {
        return switch (value) {
            case Number number -> number.doubleValue();
            case Duration time -> time.toNanos() / 1e9;
            case null, default -> null;
        };
    }

    private static String words(double number, boolean time) {
        return time ? Durations.format(Duration.ofNanos(Math.round(number * 1e9))) : Format.setting(number);
    }
}
