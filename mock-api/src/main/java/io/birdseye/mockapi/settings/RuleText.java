package io.birdseye.mockapi.settings;

import io.birdseye.model.Durations;
import java.util.List;
import java.util.function.Supplier;

/** Reads the short forms of settings, which the command line and the query of a request have. */
public final class RuleText {

    private static final String DELAY_ALLOWED = "DURATION, uniform:LOWER:UPPER, lognormal:MEDIAN:SIGMA or"
            + " dribble:CHUNKS:TOTAL, where a duration is from 0ms to 1h, for example 200ms, 1.5s, 250us or 2m";

    private RuleText() {}

    /**
     * Changes settings by rules of the form {@code [ROUTE=]RULE}; a rule without a route changes the defaults, and of
     * two rules for the same route the last one counts. Blank rules are skipped.
     *
     * @param kind {@code delay}, {@code status} or {@code fault}
     * @throws InvalidSetting if a route does not exist or a rule is not allowed; it names the flag {@code --kind}
     */
    public static UpstreamSettings apply(UpstreamSettings settings, String kind, List<String> rules) {
        String flag = "--" + kind;
        UpstreamSettings changed = settings;
        for (String rule : rules) {
            int equals = rule.indexOf('=');
            if (!rule.isBlank()) {
                UpstreamSettings before = changed;
                RouteSettings change = parse(kind, flag, rule.substring(equals + 1));
                changed = equals < 0
                        ? before.changeDefaults(change)
                        : within(flag, () -> before.change(rule.substring(0, equals), change));
            }
        }
        return changed;
    }

    /**
     * @param kind {@code delay}, {@code status} or {@code fault}
     * @param field named in a refusal
     * @throws InvalidSetting if there is no such kind, or the text is not allowed
     */
    public static RouteSettings parse(String kind, String field, String text) {
        return switch (kind) {
            case "delay" -> delay(field, text);
            case "status" -> status(field, text);
            case "fault" -> fault(field, text);
            default -> throw new InvalidSetting(kind, text, "one of the parameters delay, status, fault");
        };
    }

    private static RouteSettings delay(String field, String text) {
        String[] parts = text.split(":", -1);
        if (parts.length == 1) {
            return RouteSettings.ofFixedDelay(millis(field, text));
        }
        if (parts.length != 3 || !List.of("uniform", "lognormal", "dribble").contains(parts[0])) {
            throw new InvalidSetting(field, text, DELAY_ALLOWED);
        }
        return within(field, () -> switch (parts[0]) {
            case "uniform" -> RouteSettings.of(
                    new DelayDistribution.Uniform(millis("lower", parts[1]), millis("upper", parts[2])));
            case "lognormal" -> RouteSettings.of(
                    new DelayDistribution.Lognormal(millis("median", parts[1]), number("sigma", parts[2])));
            default -> RouteSettings.of(new ChunkedDribbleDelay(
                    wholeNumber("numberOfChunks", parts[1], Limits.allowed("numberOfChunks")),
                    millis("totalDuration", parts[2])));
        });
    }

    /** {@code CODE}, or {@code CODE:PROBABILITY}. */
    private static RouteSettings status(String field, String text) {
        String[] parts = text.split(":", 2);
        int code = wholeNumber(field, parts[0], Limits.STATUS);
        return within(field, () -> RouteSettings.of(
                code, parts.length == 1 ? null : number("statusProbability", parts[1])));
    }

    /** {@code FAULT}, or {@code FAULT:PROBABILITY}. */
    private static RouteSettings fault(String field, String text) {
        String[] parts = text.split(":", 2);
        Fault fault = Fault.parse(field, parts[0]);
        return within(field, () -> RouteSettings.of(
                fault, parts.length == 1 ? null : number("faultProbability", parts[1])));
    }

    private static double millis(String field, String text) {
        try {
            double ms = Durations.parse(text).toNanos() / 1e6;
            if (ms <= Limits.MAX_MS) {
                return ms;
            }
        } catch (IllegalArgumentException notADuration) {
            // Refused below, with the range that is allowed here.
        }
        throw new InvalidSetting(field, text, DELAY_ALLOWED);
    }

    private static double number(String field, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new InvalidSetting(field, text, Limits.allowed(field));
        }
    }

    private static int wholeNumber(String field, String text, String allowed) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new InvalidSetting(field, text, allowed);
        }
    }

    private static <T> T within(String field, Supplier<T> read) {
        try {
            return read.get();
        } catch (InvalidSetting e) {
            throw e.within(field);
        }
    }
}
