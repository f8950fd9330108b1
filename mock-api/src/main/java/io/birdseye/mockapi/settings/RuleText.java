package io.birdseye.mockapi.settings;

import io.birdseye.model.Fault;
import io.birdseye.model.Durations;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
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
            return RouteSettings.ofDelay(millis(field, text), null, null);
        }
        if (parts.length != 3 || !List.of("uniform", "lognormal", "dribble").contains(parts[0])) {
            throw new InvalidSetting(field, text, DELAY_ALLOWED);
        }
        return within(field, () -> switch (parts[0]) {
            case "uniform" -> RouteSettings.ofDelay(
                    null, new DelayDistribution.Uniform(millis("lower", parts[1]), millis("upper", parts[2])), null);
            case "lognormal" -> {
                double sigma = read("sigma", parts[2], Limits.allowed("sigma"), Double::parseDouble);
                yield RouteSettings.ofDelay(
                        null, new DelayDistribution.Lognormal(millis("median", parts[1]), sigma), null);
            }
            default -> {
                int chunks = read("numberOfChunks", parts[1], Limits.allowed("numberOfChunks"), Integer::parseInt);
                yield RouteSettings.ofDelay(
                        null, null, new ChunkedDribbleDelay(chunks, millis("totalDuration", parts[2])));
            }
        });
    }

    /** {@code CODE}, or {@code CODE:PROBABILITY}. */
    private static RouteSettings status(String field, String text) {
        String[] parts = text.split(":", 2);
        int code = read(field, parts[0], Limits.STATUS, Integer::parseInt);
        return within(field, () -> RouteSettings.ofStatus(code, probability("statusProbability", parts)));
    }

    /** {@code FAULT}, or {@code FAULT:PROBABILITY}; upper and lower case are the same. */
    private static RouteSettings fault(String field, String text) {
        String[] parts = text.split(":", 2);
        Fault fault = read(field, parts[0], Fault.ALLOWED, name -> Fault.valueOf(name.toUpperCase(Locale.ROOT)));
        return within(field, () -> RouteSettings.ofFault(fault, probability("faultProbability", parts)));
    }

    private static double probability(String field, String[] parts) {
        return parts.length == 1 ? 1 : read(field, parts[1], Limits.allowed(field), Double::parseDouble);
    }

    private static double millis(String field, String text) {
        double ms = Durations.ms(read(field, text, DELAY_ALLOWED, Durations::parse));
        if (ms > Limits.MAX_MS) {
            throw new InvalidSetting(field, text, DELAY_ALLOWED);
        }
        return ms;
    }

    private static <T> T read(String field, String text, String allowed, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
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
