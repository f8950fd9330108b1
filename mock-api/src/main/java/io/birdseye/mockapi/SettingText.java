package io.birdseye.mockapi;

/** Reads the short forms of settings, as the command line and the query of a request have them. */
final class SettingText {

    static final String DELAY_ALLOWED = "DURATION, uniform:LOWER:UPPER, lognormal:MEDIAN:SIGMA or dribble:CHUNKS:TOTAL,"
            + " where a duration is like 200ms";

    private SettingText() {}

    /** @throws InvalidSetting if the text is none of the forms, or a part of it is out of range */
    static Latency delay(String field, String text) {
        String[] parts = text.split(":", -1);
        return switch (parts[0]) {
            case "uniform" -> {
                requireParts(field, text, parts, 3);
                yield new Latency(
                        new Delay.Uniform(
                                Durations.parseNanos(field, parts[1]), Durations.parseNanos(field, parts[2])),
                        null);
            }
            case "lognormal" -> {
                requireParts(field, text, parts, 3);
                double sigma = number(field, parts[2], "a sigma from 0 to " + Delay.Lognormal.MAX_SIGMA);
                yield new Latency(new Delay.Lognormal(Durations.parseNanos(field, parts[1]), sigma), null);
            }
            case "dribble" -> {
                requireParts(field, text, parts, 3);
                int chunks = wholeNumber(field, parts[1], "1 to " + Dribble.MAX_CHUNKS + " chunks");
                yield new Latency(Delay.NONE, new Dribble(chunks, Durations.parseNanos(field, parts[2])));
            }
            case "fixed" -> {
                requireParts(field, text, parts, 2);
                yield new Latency(new Delay.Fixed(Durations.parseNanos(field, parts[1])), null);
            }
            default -> {
                if (parts.length != 1 || text.isEmpty() || !Character.isDigit(text.charAt(0))) {
                    throw new InvalidSetting(field, text, DELAY_ALLOWED);
                }
                yield new Latency(new Delay.Fixed(Durations.parseNanos(field, text)), null);
            }
        };
    }

    /** {@code CODE}, or {@code CODE:PROBABILITY}. */
    static StatusRule status(String field, String text) {
        String[] parts = text.split(":", 2);
        int code = wholeNumber(field, parts[0], StatusRule.ALLOWED);
        return new StatusRule(code, probability(field, parts));
    }

    /** {@code FAULT}, or {@code FAULT:PROBABILITY}. */
    static FaultRule fault(String field, String text) {
        String[] parts = text.split(":", 2);
        return new FaultRule(Fault.parse(field, parts[0]), probability(field, parts));
    }

    private static double probability(String field, String[] parts) {
        return parts.length == 1 ? 1 : number(field, parts[1], Probability.ALLOWED);
    }

    private static void requireParts(String field, String text, String[] parts, int count) {
        if (parts.length != count) {
            throw new InvalidSetting(field, text, DELAY_ALLOWED);
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
