package io.birdseye.mockapi;

import java.util.Set;
import java.util.function.Supplier;

/** Reads the short forms of settings, as the command line and the query of a request have them. */
final class SettingText {

    static final String DELAY_ALLOWED = "DURATION, uniform:LOWER:UPPER, lognormal:MEDIAN:SIGMA or dribble:CHUNKS:TOTAL,"
            + " where a duration is like 200ms";

    private static final Set<String> FORMS = Set.of("uniform", "lognormal", "dribble");
    private static final String SIGMA_ALLOWED = "a number from 0 to " + Delay.Lognormal.MAX_SIGMA;
    private static final String CHUNKS_ALLOWED = "a whole number from 1 to " + Dribble.MAX_CHUNKS;

    private SettingText() {}

    /** @throws InvalidSetting if the text is none of the forms, or a part of it is out of range */
    static Latency delay(String field, String text) {
        String[] parts = text.split(":", -1);
        requireParts(field, text, parts);
        if (parts.length == 1) {
            return new Latency(new Delay.Fixed(Durations.parseNanos(field, text)), null);
        }
        return within(field, () -> switch (parts[0]) {
            case "uniform" -> new Latency(
                    new Delay.Uniform(
                            Durations.parseNanos("lower", parts[1]), Durations.parseNanos("upper", parts[2])),
                    null);
            case "lognormal" -> new Latency(
                    new Delay.Lognormal(
                            Durations.parseNanos("median", parts[1]), number("sigma", parts[2], SIGMA_ALLOWED)),
                    null);
            default -> new Latency(
                    Delay.NONE,
                    new Dribble(
                            wholeNumber("numberOfChunks", parts[1], CHUNKS_ALLOWED),
                            Durations.parseNanos("totalDuration", parts[2])));
        });
    }

    /** {@code CODE}, or {@code CODE:PROBABILITY}. */
    static StatusRule status(String field, String text) {
        String[] parts = text.split(":", 2);
        int code = wholeNumber(field, parts[0], StatusRule.ALLOWED);
        return within(field, () -> new StatusRule(code, probability(parts)));
    }

    /** {@code FAULT}, or {@code FAULT:PROBABILITY}. */
    static FaultRule fault(String field, String text) {
        String[] parts = text.split(":", 2);
        Fault fault = Fault.parse(field, parts[0]);
        return within(field, () -> new FaultRule(fault, probability(parts)));
    }

    private static double probability(String[] parts) {
        return parts.length == 1 ? 1 : number("probability", parts[1], Probability.ALLOWED);
    }

    private static void requireParts(String field, String text, String[] parts) {
        int expected = FORMS.contains(parts[0]) ? 3 : 1;
        boolean looksRight = expected == 3 || (!text.isEmpty() && Character.isDigit(text.charAt(0)));
        if (parts.length != expected || !looksRight) {
            throw new InvalidSetting(field, text, DELAY_ALLOWED);
        }
    }

    private static <T> T within(String field, Supplier<T> read) {
        try {
            return read.get();
        } catch (InvalidSetting e) {
            throw e.within(field);
        }
    }

    private static double number(String field, String text, String allowed) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new InvalidSetting(field, text, allowed);
        }
    }

    private static int wholeNumber(String field, String text, String allowed) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new InvalidSetting(field, text, allowed);
        }
    }
}
