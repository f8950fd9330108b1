package io.birdseye.mockapi;

import io.birdseye.mockapi.RouteSettings.DelayDistribution.Lognormal;
import io.birdseye.mockapi.RouteSettings.DelayDistribution.Uniform;
import io.birdseye.model.Durations;
import io.birdseye.model.Fault;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** Reads the short forms of settings, which the command line and the query of a request have. */
final class RuleText {

    /** What a rule may be about: also the names of the parameters of a request that have a meaning. */
    static final Set<String> KINDS = Set.of("delay", "status", "fault");

    private static final String DELAY_ALLOWED = "DURATION, uniform:LOWER:UPPER, lognormal:MEDIAN:SIGMA or"
            + " dribble:CHUNKS:TOTAL, where a duration is from 0ms to 1h, for example 200ms, 1.5s, 250us or 2m";

    private RuleText() {}

    /**
     * Changes settings by rules of the form {@code [ROUTE=]RULE}; a rule without a route changes the defaults, and of
     * two rules for the same route the last one counts. Blank rules are skipped; a refusal names the flag {@code
     * --kind}.
     */
    static UpstreamSettings apply(UpstreamSettings settings, String kind, List<String> rules) {
        String flag = "--" + kind;
        UpstreamSettings changed = settings;
        for (String rule : rules) {
            if (!rule.isBlank()) {
                int equals = rule.indexOf('=');
                UpstreamSettings before = changed;
                RouteSettings change = parse(kind, flag, rule.substring(equals + 1));
                changed = equals < 0
                        ? before.changeDefaults(change)
                        : InvalidSetting.within(flag, () -> before.change(rule.substring(0, equals), change));
            }
        }
        return changed;
    }

    /** @param field named in a refusal */
    static RouteSettings parse(String kind, String field, String text) {
        String[] parts = text.split(":", kind.equals("delay") ? -1 : 2);
        return switch (kind) {
            case "delay" -> parts.length == 1
                    ? RouteSettings.ofDelay(millis(field, text))
                    : InvalidSetting.within(field, () -> delay(text, parts));
            case "status" -> {
                int code = read(field, parts[0], Limits.STATUS, Integer::parseInt);
                yield InvalidSetting.within(
                        field, () -> RouteSettings.ofStatus(code, probability("statusProbability", parts)));
            }
            case "fault" -> {
                Fault fault = read(
                        field, parts[0], Fault.ALLOWED, name -> Fault.valueOf(name.toUpperCase(Locale.ROOT)));
                yield InvalidSetting.within(
                        field, () -> RouteSettings.ofFault(fault, probability("faultProbability", parts)));
            }
            default -> throw new InvalidSetting(kind, text, "one of the parameters delay, status, fault");
        };
    }

    private static RouteSettings delay(String text, String[] parts) {
        return switch (parts.length == 3 ? parts[0] : "") {
            case "uniform" ->
                RouteSettings.ofDelay(new Uniform(millis("lower", parts[1]), millis("upper", parts[2])));
            case "lognormal" -> RouteSettings.ofDelay(new Lognormal(
                    millis("median", parts[1]), read("sigma", parts[2], Limits.allowed("sigma"), Double::parseDouble)));
            case "dribble" -> RouteSettings.ofDribble(
                    read("numberOfChunks", parts[1], Limits.allowed("numberOfChunks"), Integer::parseInt),
                    millis("totalDuration", parts[2]));
            default -> throw new InvalidSetting("", text, DELAY_ALLOWED);
        };
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
}
