package io.birdseye.planning.sweep;

import io.birdseye.model.Format;
import io.birdseye.planning.point.PointSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One setting, such as {@code io}, and its values in a sweep: at least two, in rising order. */
public record SweepAxis(String setting, List<Double> values) {

    /** A sweep over so many values still ends on the same day. */
    private static final int MAX_VALUES = 100;

    private static final String FORMS = "a list such as 8,16,32, a range such as 8..64 by 8, or one such as 8..64 x2";
    private static final Pattern RANGE = Pattern.compile("(.+?)\\.\\.(.+?)\\s*(by|x)\\s*(.+)");

    public SweepAxis {
        values = List.copyOf(values);
        if (values.size() < 2 || values.size() > MAX_VALUES) {
            throw new IllegalArgumentException(
                    setting + " has " + values.size() + " values, but allowed are 2 to " + MAX_VALUES);
        }
        for (int i = 1; i < values.size(); i++) {
            if (!(values.get(i) > values.get(i - 1))) {
                throw new IllegalArgumentException(setting + " must rise, but " + values.get(i) + " follows "
                        + values.get(i - 1));
            }
        }
    }

    /** Reads {@code io=8,16,32}, {@code rate=10..50 by 10} or {@code io=8..128 x2}; else it says these forms. */
    public static SweepAxis parse(String text) {
        String[] halves = text.split("=", 2);
        if (halves.length != 2 || halves[0].isBlank()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not an axis: expected are a setting, '=' and " + FORMS);
        }
        String setting = PointSettings.name(halves[0].strip());
        ToDoubleFunction<String> number = each -> PointSettings.value(setting, each.strip());
        Matcher range = RANGE.matcher(halves[1].strip());
        if (!range.matches()) {
            return new SweepAxis(setting, Arrays.stream(halves[1].split(",", -1)).mapToDouble(number).boxed().toList());
        }
        double from = number.applyAsDouble(range.group(1));
        double to = number.applyAsDouble(range.group(2));
        boolean times = range.group(3).equals("x");
        double step = times ? factor(range.group(4)) : number.applyAsDouble(range.group(4));
        if (times ? step <= 1 || from <= 0 : step <= 0) {
            throw new IllegalArgumentException("'" + halves[1] + "' never gets from one end to the other; expected is "
                    + FORMS);
        }
        List<Double> values = new ArrayList<>();
        // The tolerance is for rounding errors: 0.1 added ten times is less than 1.
        for (double next = from; next <= to * (1 + 1e-9) && values.size() <= MAX_VALUES; ) {
            values.add(next);
            next = times ? next * step : from + values.size() * step;
        }
        return new SweepAxis(setting, values);
    }

    private static double factor(String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'x" + text + "' is not a factor; expected is " + FORMS, e);
        }
    }

    /** For titles: {@code io = 8, 16, 32}. */
    public String describe() {
        return setting + " = " + values.stream().map(Format::setting).collect(Collectors.joining(", "));
    }

    /** With its unit, for a table. */
    String inWords() {
        return setting + (setting.equals("latency") ? " ms" : setting.equals("memory") ? " MB" : "");
    }
}
