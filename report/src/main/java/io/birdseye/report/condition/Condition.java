package io.birdseye.report.condition;

import io.birdseye.model.Durations;
import io.birdseye.model.Format;
import io.birdseye.report.condition.ConditionResult.Outcome;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.Metric;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Something that must not be true of a comparison, for {@code --fail-on}. Its text is its {@code toString}. */
public sealed interface Condition {

    /** The names that it speaks of; empty if it holds for all. */
    List<String> names();

    enum Sign {
        ABOVE(">"), AT_LEAST(">="), BELOW("<"), AT_MOST("<=");

        private final String text;

        Sign(String text) {
            this.text = text;
        }

        /** Whether large figures make it true. */
        boolean upwards() {
            return this == ABOVE || this == AT_LEAST;
        }

        boolean holds(double value, double bound) {
            return switch (this) {
                case ABOVE -> value > bound;
                case AT_LEAST -> value >= bound;
                case BELOW -> value < bound;
                case AT_MOST -> value <= bound;
            };
        }

        Outcome holds(Interval interval, double bound) {
            boolean low = holds(interval.low(), bound);
            return low == holds(interval.high(), bound) ? Outcome.of(low) : Outcome.CANNOT_TELL;
        }
    }

    /** In what a bound is written; the first that matches. */
    enum Unit {
        /** Of 1. */
        SHARE("a share such as 1%", Grammar.NUMBER + "%"),
        PER_SECOND("a rate such as 45/s", Grammar.NUMBER + "/s"),
        COUNT("a whole number", "\\d{1,9}"),
        /** In ms. */
        TIME("a time such as 400ms", ".*");

        private final String words;
        private final Pattern form;

        Unit(String words, String form) {
            this.words = words;
            this.form = Pattern.compile(form);
        }

        /** @throws IllegalArgumentException if it is meant to be a time and is none */
        private double parse(String bound) {
            return switch (this) {
                case SHARE -> new BigDecimal(bound.substring(0, bound.length() - 1)).movePointLeft(2).doubleValue();
                case PER_SECOND -> Double.parseDouble(bound.substring(0, bound.length() - 2));
                case COUNT -> Double.parseDouble(bound);
                case TIME -> Durations.ms(Durations.parse(bound));
            };
        }

        private String write(double bound) {
            return switch (this) {
                case SHARE -> plain(bound * 100) + "%";
                case PER_SECOND -> plain(bound) + "/s";
                case COUNT -> plain(bound);
                case TIME -> Durations.format(Duration.ofNanos(Math.round(bound * 1e6)));
            };
        }

        String words(double value) {
            return switch (this) {
                case SHARE -> Format.percent(value);
                case PER_SECOND -> Format.rate(value);
                case COUNT -> Format.number(value);
                case TIME -> Format.ms(value);
            };
        }
    }

    /**
     * A bound on a figure.
     *
     * @param of whose figure; empty for that of each
     */
    record Bounded(Metric figure, Sign sign, double bound, Unit unit, Optional<String> of) implements Condition {

        @Override
        public List<String> names() {
            return of.stream().toList();
        }

        String label() {
            return Grammar.label(figure);
        }

        /** Whether the figure is a fact of what was measured, and no estimate with an interval. */
        boolean counted() {
            return isCounted(figure);
        }

        @Override
        public String toString() {
            return label() + " " + sign.text + " " + unit.write(bound) + of.map(name -> " of " + quoted(name)).orElse("");
        }
    }

    default ConditionResult result(Outcome outcome, String reason) {
        return new ConditionResult(toString(), outcome, reason);
    }

    /** Whether it is of what a search for the highest rate found, and not of one load. */
    default boolean isOfCapacity() {
        return switch (this) {
            case Bounded bounded -> bounded.figure() == Metric.CAPACITY;
            case Slower slower -> slower.carriesLess();
        };
    }

    /** The first has the longer median response time, by more than this share. */
    record Slower(String name, String than, double by, boolean carriesLess) implements Condition {

        @Override
        public List<String> names() {
            return List.of(name, than);
        }

        @Override
        public String toString() {
            return quoted(name) + (carriesLess ? " carries less than " : " slower than ") + quoted(than) + (by == Ranking.SAME ? "" : " by " + plain(by * 100) + "%");
        }
    }

    final class Grammar {

        /** Nine digits before the point: enough for any rate, and nothing overflows. */
        private static final String NUMBER = "\\d{1,9}(?:\\.\\d{1,6})?";
        private static final String BARE_NAME = "[^\\s\"<>]+";
        private static final String NAME = "(" + BARE_NAME + "|\"[^\"]+\")";

        private static final Pattern BOUNDED =
                Pattern.compile("([A-Za-z0-9.]+)\\s*(>=|<=|>|<)\\s*([0-9][^\\s\"<>]*)(?:\\s+of\\s+" + NAME + ")?");
        private static final Pattern SLOWER =
                Pattern.compile(NAME + "\\s+(slower|carries\\s+less)\\s+than\\s+" + NAME + "(?:\\s+by\\s+(" + NUMBER + "%))?");

        static final Map<String, Metric> FIGURES = Stream.of(
                        Metric.P50, Metric.P90, Metric.P95, Metric.P99, Metric.P999, Metric.MEAN, Metric.MAX, Metric.ERRORS,
                        Metric.ACHIEVED, Metric.CPU, Metric.CAPACITY)
                .collect(Collectors.toMap(Grammar::label, figure -> figure, (one, _) -> one, LinkedHashMap::new));

        private Grammar() {}

        private static String label(Metric figure) {
            return figure == Metric.ACHIEVED ? "answered" : figure.title().toLowerCase(Locale.ROOT);
        }

        static List<Unit> units(Metric figure) {
            return figure == Metric.ERRORS ? List.of(Unit.COUNT, Unit.SHARE)
                    : figure == Metric.CAPACITY ? List.of(Unit.PER_SECOND)
                    : figure == Metric.ACHIEVED ? List.of(Unit.PER_SECOND, Unit.SHARE) : List.of(Unit.TIME);
        }

        /** What {@link Condition#parse} takes. */
        public static String form() {
            return "allowed are a figure, a comparison and a bound, such as 'p99 > 400ms', 'errors > 1%', 'answered < 45/s' or"
                    + " 'cpu > 20ms of NAME' (figures: " + String.join(", ", FIGURES.keySet())
                    + "; comparisons: >, >=, <, <=), and 'NAME slower than NAME', or of capacities 'NAME carries less than NAME', also with 'by 2%'";
        }
    }

    /**
     * Reads a condition. Blanks around signs may be left out; a name with blanks stands in double quotes.
     *
     * @throws IllegalArgumentException if it is none; the message names what is allowed
     */
    static Condition parse(String text) {
        String stripped = text.strip();
        Matcher slower = Grammar.SLOWER.matcher(stripped);
        if (slower.matches()) {
            String name = unquoted(slower.group(1));
            String than = unquoted(slower.group(3));
            if (name.equals(than)) {
                throw refused(text, "both names are the same");
            }
            return new Slower(name, than, slower.group(4) == null ? Ranking.SAME : Unit.SHARE.parse(slower.group(4)), !slower.group(2).equals("slower"));
        }
        Matcher bounded = Grammar.BOUNDED.matcher(stripped);
        if (!bounded.matches()) {
            throw refused(text, "it is no condition");
        }
        Metric figure = Grammar.FIGURES.get(bounded.group(1));
        if (figure == null) {
            throw refused(text, "there is no figure '" + bounded.group(1) + "'");
        }
        String bound = bounded.group(3);
        Unit unit = Stream.of(Unit.values()).filter(each -> each.form.matcher(bound).matches()).findFirst().orElseThrow();
        String what = "a bound of " + bounded.group(1);
        if (!Grammar.units(figure).contains(unit)) {
            throw refused(text, what + " is "
                    + Grammar.units(figure).stream().map(each -> each.words).collect(Collectors.joining(" or ")));
        }
        double value;
        try {
            value = unit.parse(bound);
        } catch (IllegalArgumentException e) {
            throw refused(text, String.valueOf(e.getMessage()));
        }
        if (!(value > 0) && !isCounted(figure)) {
            throw refused(text, what + " must be above 0");
        }
        Sign sign = Stream.of(Sign.values()).filter(each -> each.text.equals(bounded.group(2))).findFirst().orElseThrow();
        return new Bounded(figure, sign, value, unit, Optional.ofNullable(bounded.group(4)).map(Condition::unquoted));
    }

    private static boolean isCounted(Metric figure) {
        return figure == Metric.MAX || figure == Metric.ERRORS;
    }

    /** Without the digits that only the conversion from a share has added. */
    private static String plain(double value) {
        return BigDecimal.valueOf(Math.round(value * 1e6), 6).stripTrailingZeros().toPlainString();
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("'" + text + "': " + why + "; " + Grammar.form());
    }

    private static String quoted(String name) {
        return name.matches(Grammar.BARE_NAME) ? name : '"' + name + '"';
    }

    private static String unquoted(String name) {
        return name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
    }
}
