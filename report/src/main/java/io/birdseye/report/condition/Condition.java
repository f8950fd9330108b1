package io.birdseye.report.condition;

import io.birdseye.model.Durations;
import io.birdseye.report.condition.ConditionFigure.Unit;
import io.birdseye.report.statistics.Ranking;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** Something that must not be true of a comparison, for {@code --fail-on}. Its text is its {@code toString}. */
public sealed interface Condition {

    /** What {@link #parse} takes, for messages. */
    String FORM = "allowed are a figure, a comparison and a bound, such as 'p99 > 400ms', 'errors > 1%', 'answered < 45/s' or"
            + " 'cpu > 20ms of NAME' (figures: " + ConditionFigure.labels() + "; comparisons: >, >=, <, <=), and"
            + " 'NAME slower than NAME', also with 'by 2%'";

    /** The names that it speaks of; empty if it holds for all. */
    List<String> names();

    /** How a figure is compared with its bound. */
    enum Sign {
        ABOVE(">"),
        AT_LEAST(">="),
        BELOW("<"),
        AT_MOST("<=");

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

        private static Sign parse(String text) {
            return Stream.of(values()).filter(sign -> sign.text.equals(text)).findFirst().orElseThrow();
        }
    }

    /**
     * A bound on a figure.
     *
     * @param bound in ms, requests or requests per second; of a share 0.01 for 1 %
     * @param of whose figure; empty for that of each
     */
    record Bounded(ConditionFigure figure, Sign sign, double bound, Unit unit, Optional<String> of) implements Condition {

        @Override
        public List<String> names() {
            return of.stream().toList();
        }

        /** {@code 400ms}, {@code 1%}, {@code 45/s} or {@code 0}. */
        String boundInWords() {
            return switch (unit) {
                case TIME -> Durations.format(Duration.ofNanos(Math.round(bound * 1e6)));
                case COUNT -> plain(bound);
                case SHARE -> plain(bound * 100) + "%";
                case PER_SECOND -> plain(bound) + "/s";
            };
        }

        @Override
        public String toString() {
            return figure.label() + " " + sign.text + " " + boundInWords() + of.map(name -> " of " + quoted(name)).orElse("");
        }
    }

    /**
     * The first has the longer median response time.
     *
     * @param by more than this share
     */
    record Slower(String name, String than, double by) implements Condition {

        @Override
        public List<String> names() {
            return List.of(name, than);
        }

        @Override
        public String toString() {
            return quoted(name) + " slower than " + quoted(than) + (by == Ranking.SAME ? "" : " by " + plain(by * 100) + "%");
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
            String than = unquoted(slower.group(2));
            if (name.equals(than)) {
                throw refused(text, "both names are the same");
            }
            String by = slower.group(3);
            return new Slower(name, than, by == null ? Ranking.SAME : Grammar.value(by, Unit.SHARE));
        }
        Matcher bounded = Grammar.BOUNDED.matcher(stripped);
        if (!bounded.matches()) {
            throw refused(text, "it is no condition");
        }
        ConditionFigure figure = Arrays.stream(ConditionFigure.values())
                .filter(each -> each.label().equals(bounded.group(1)))
                .findFirst()
                .orElseThrow(() -> refused(text, "there is no figure '" + bounded.group(1) + "'"));
        String bound = bounded.group(3);
        Unit unit = Grammar.unit(bound);
        if (!figure.units().contains(unit)) {
            throw refused(text, "a bound of " + figure.label() + " is " + figure.unitsInWords());
        }
        double value = value(text, bound, unit);
        if (!(value > 0) && !figure.counted()) {
            throw refused(text, "a bound of " + figure.label() + " must be above 0");
        }
        return new Bounded(figure, Sign.parse(bounded.group(2)), value, unit,
                Optional.ofNullable(bounded.group(4)).map(Condition::unquoted));
    }

    private static double value(String text, String bound, Unit unit) {
        try {
            return Grammar.value(bound, unit);
        } catch (IllegalArgumentException e) {
            throw refused(text, String.valueOf(e.getMessage()));
        }
    }

    /** Without the digits that only the conversion from a share has added. */
    private static String plain(double value) {
        return BigDecimal.valueOf(Math.round(value * 1e6), 6).stripTrailingZeros().toPlainString();
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("'" + text + "': " + why + "; " + FORM);
    }

    private static String quoted(String name) {
        return Grammar.BARE.matcher(name).matches() ? name : '"' + name + '"';
    }

    private static String unquoted(String name) {
        return name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
    }
}
