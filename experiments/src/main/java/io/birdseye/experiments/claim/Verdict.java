package io.birdseye.experiments.claim;

import static java.util.stream.Collectors.joining;

import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements.Unmeasured;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the measurements say of one half of a claim, with the figures it rests on.
 *
 * <p>A claim of several parts is decided with Holm's correction, so a true one is not reproduced in at most
 * {@value #LEVEL} of runs, however many parts it has. Source: S. Holm, "A simple sequentially rejective multiple test
 * procedure", Scandinavian Journal of Statistics 6(2), 1979.
 *
 * @param reason why; for {@code inconclusive} what would settle it, for {@code not testable here} what is missing
 * @param notes further remarks, such as figures that could not be taken
 * @param chances null for a verdict that rests on no interval
 */
public record Verdict(
        Kind kind, String reason, List<Evidence> evidence, List<String> notes, @Nullable Chances chances) {

    /** One tail of a 95 % interval. */
    public static final double LEVEL = 0.025;

    private static final String MORE_REPEATS = "more repeats, or a quieter machine, would settle it";

    /**
     * How likely such figures are by chance alone if the claim were just not true, and if it were just true, corrected
     * for the number of parts; up to {@value #LEVEL} decides.
     */
    public record Chances(double confirmed, double notReproduced) {}

    public enum Kind {
        CONFIRMED,
        /** It is not so on this machine, which is not that of the article. */
        NOT_REPRODUCED,
        /** The interval reaches over the bound, or repeats disagree. */
        INCONCLUSIVE,
        /** This machine, or this build, cannot ask the question. */
        NOT_TESTABLE;

        public String label() {
            String words = name().toLowerCase(Locale.ROOT).replace('_', ' ');
            return this == NOT_TESTABLE || this == NOT_REPRODUCED ? words + " here" : words;
        }

        private boolean decides() {
            return this == CONFIRMED || this == NOT_REPRODUCED;
        }
    }

    public Verdict {
        evidence = List.copyOf(evidence);
        notes = List.copyOf(notes);
    }

    /** Everything that it rests on, line by line: what is missing, figures, notes. */
    public List<String> lines() {
        boolean shown = kind.decides() && !(evidence.isEmpty() && notes.isEmpty());
        return Stream.of(shown ? Stream.<String>empty() : Stream.of(reason), evidence.stream().map(Evidence::line),
                        notes.stream())
                .flatMap(lines -> lines)
                .toList();
    }

    /** Whether the reason only repeats the evidence. */
    public boolean reasonIsEvidence() {
        return kind.decides() && !evidence.isEmpty();
    }

    public static Verdict notTestable(String why) {
        return because(Kind.NOT_TESTABLE, why);
    }

    /** A verdict that rests on something else than one interval. */
    public static Verdict because(Kind kind, String reason, Evidence... evidence) {
        return new Verdict(kind, reason, List.of(evidence), List.of(), null);
    }

    /** Applies a rule; if it asks for something that was not measured, the verdict is not testable. */
    static Verdict of(Supplier<Verdict> rule) {
        try {
            return rule.get();
        } catch (Unmeasured e) {
            return notTestable(String.valueOf(e.getMessage()));
        }
    }

    /** Confirmed if the whole interval lies above the bound, not reproduced if below. */
    public static Verdict above(String what, MeasuredValue ours, double bound) {
        return bounded(Evidence.claimed("> %s", what, ours, bound), bound, Double.POSITIVE_INFINITY);
    }

    /** Confirmed if the whole interval lies below the bound, not reproduced if above. */
    public static Verdict below(String what, MeasuredValue ours, double bound) {
        return bounded(Evidence.claimed("< %s", what, ours, bound), Double.NEGATIVE_INFINITY, bound);
    }

    /** Confirmed if the whole interval lies between the bounds, not reproduced if it lies outside. */
    public static Verdict between(String what, MeasuredValue ours, double low, double high) {
        return bounded(Evidence.claimed("%s to %s", what, ours, low, high), low, high);
    }

    /** Confirmed if the whole interval lies outside the bounds, not reproduced if it lies between them. */
    public static Verdict outside(String what, MeasuredValue ours, double low, double high) {
        return bounded(Evidence.claimed("< %s or > %s", what, ours, low, high), low, high).not();
    }

    private static Verdict bounded(Evidence evidence, double low, double high) {
        MeasuredValue ours = evidence.ours();
        double tooLow = Double.isInfinite(low) ? 1 : ours.chanceBelow(low);
        double tooHigh = Double.isInfinite(high) ? 1 : ours.chanceAbove(high);
        double within = Math.max(
                Double.isInfinite(low) ? 0 : ours.chanceAbove(low), Double.isInfinite(high) ? 0 : ours.chanceBelow(high));
        boolean onTheBound = ours.isExact() && tooLow > 0 && tooHigh > 0;
        Chances chances = new Chances(onTheBound ? 0 : within, Math.min(tooLow, tooHigh));
        Kind kind = kind(chances);
        return new Verdict(
                kind, kind.decides() ? evidence.line() : MORE_REPEATS, List.of(evidence), List.of(), chances);
    }

    private static Kind kind(Chances chances) {
        return chances.confirmed <= LEVEL ? Kind.CONFIRMED
                : chances.notReproduced <= LEVEL ? Kind.NOT_REPRODUCED : Kind.INCONCLUSIVE;
    }

    private Chances known() {
        return chances != null ? chances
                : new Chances(kind == Kind.CONFIRMED ? 0 : 1, kind == Kind.NOT_REPRODUCED ? 0 : 1);
    }

    /**
     * The claim has several parts: it is confirmed only if every part is, and not reproduced if one part is not by more
     * than chance explains in so many.
     */
    public static Verdict all(Verdict... parts) {
        double[] against = holm(parts, Chances::notReproduced);
        Chances chances = new Chances(
                Arrays.stream(parts).mapToDouble(part -> part.known().confirmed).max().orElse(1),
                Arrays.stream(against).min().orElse(1));
        if (chances.notReproduced <= LEVEL) {
            return together(Kind.NOT_REPRODUCED, notReproduced(parts), parts, chances);
        }
        if (Stream.of(parts).anyMatch(part -> part.kind == Kind.NOT_TESTABLE)) {
            return together(Kind.NOT_TESTABLE, of(Kind.NOT_TESTABLE, parts), parts, chances);
        }
        return Stream.of(parts).allMatch(part -> part.kind == Kind.CONFIRMED)
                ? together(Kind.CONFIRMED, List.of(parts), parts, chances)
                : together(Kind.INCONCLUSIVE, of(Kind.INCONCLUSIVE, parts), parts, chances);
    }

    /** One confirmed part is enough, by more than chance explains in so many; not reproduced only if no part is. */
    public static Verdict any(Verdict... parts) {
        return all(Arrays.stream(parts).map(Verdict::not).toArray(Verdict[]::new)).not();
    }

    /** Confirmed if more than half of the parts are, not reproduced if at least half are not; both with Holm's correction. */
    public static Verdict most(Verdict... parts) {
        double[] confirmed = Arrays.stream(holm(parts, Chances::confirmed)).sorted().toArray();
        double[] against = Arrays.stream(holm(parts, Chances::notReproduced)).sorted().toArray();
        Chances chances = new Chances(confirmed[parts.length / 2], against[(parts.length - 1) / 2]);
        Kind kind = kind(chances);
        return kind == Kind.INCONCLUSIVE && !of(Kind.NOT_TESTABLE, parts).isEmpty()
                ? together(Kind.NOT_TESTABLE, of(Kind.NOT_TESTABLE, parts), parts, chances)
                : together(kind, of(kind, parts), parts, chances);
    }

    /** The parts that are not reproduced, by more than chance explains in so many. */
    public static List<Verdict> notReproduced(Verdict... parts) {
        double[] against = holm(parts, Chances::notReproduced);
        return IntStream.range(0, parts.length).filter(i -> against[i] <= LEVEL).mapToObj(i -> parts[i]).toList();
    }

    /** The chance of each part times the number of parts that are no less likely, and no less than that of a likelier part. */
    private static double[] holm(Verdict[] parts, Function<Chances, Double> of) {
        double[] raw = Arrays.stream(parts).mapToDouble(part -> of.apply(part.known())).toArray();
        int[] order = IntStream.range(0, raw.length).boxed()
                .sorted(Comparator.comparingDouble(i -> raw[i])).mapToInt(Integer::intValue).toArray();
        double[] corrected = new double[raw.length];
        double highest = 0;
        for (int i = 0; i < order.length; i++) {
            highest = Math.max(highest, Math.min(1, raw[order[i]] * (raw.length - i)));
            corrected[order[i]] = highest;
        }
        return corrected;
    }

    private static List<Verdict> of(Kind kind, Verdict[] parts) {
        return Arrays.stream(parts).filter(part -> part.kind == kind).toList();
    }

    private static Verdict together(Kind kind, List<Verdict> decisive, Verdict[] parts, Chances chances) {
        return new Verdict(kind,
                decisive.isEmpty() ? MORE_REPEATS : decisive.stream().map(Verdict::reason).distinct().collect(joining("; ")),
                Arrays.stream(parts).flatMap(part -> part.evidence.stream()).toList(),
                Arrays.stream(parts).flatMap(part -> part.notes.stream()).toList(), chances);
    }

    /** Adds a figure that explains but does not decide. */
    public Verdict explain(String what, MeasuredValue ours) {
        return new Verdict(kind, reason, with(evidence, Evidence.explaining(what, ours)), notes, chances);
    }

    /** Adds such a figure, or a note that says why it was not measured. */
    public Verdict explainIfMeasured(String what, Supplier<MeasuredValue> ours) {
        try {
            return explain(what, ours.get());
        } catch (Unmeasured e) {
            return new Verdict(kind, reason, evidence,
                    with(notes, what + " is not testable here: " + e.getMessage()), chances);
        }
    }

    Verdict note(String remark) {
        return new Verdict(kind, reason, evidence, with(notes, remark), chances);
    }

    private static <T> List<T> with(List<T> some, T more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }

    /** Confirmed becomes not reproduced and the other way round. */
    public Verdict not() {
        Kind opposite = switch (kind) {
            case CONFIRMED -> Kind.NOT_REPRODUCED;
            case NOT_REPRODUCED -> Kind.CONFIRMED;
            case INCONCLUSIVE, NOT_TESTABLE -> kind;
        };
        return new Verdict(opposite, reason, evidence, notes,
                chances == null ? null : new Chances(chances.notReproduced, chances.confirmed));
    }

    /**
     * A figure of ours beside what the claim needs it to be: the bounds in words, like {@code > 1.25}, and as numbers;
     * both are empty for a figure that does not decide.
     */
    public record Evidence(String what, MeasuredValue ours, String expected, List<Double> bounds) {

        public Evidence {
            bounds = List.copyOf(bounds);
        }

        /** A figure that explains but does not decide. */
        public static Evidence explaining(String what, MeasuredValue ours) {
            return claimed("", what, ours);
        }

        /** @param words the bounds, with a place for each */
        static Evidence claimed(String words, String what, MeasuredValue ours, Double... bounds) {
            Object[] numbers = Arrays.stream(bounds).map(MeasuredValue::number).toArray();
            return new Evidence(what, ours, words.formatted(numbers), List.of(bounds));
        }

        /** One line, like {@code pinned / free: 1.02 (0.98 to 1.05), claimed > 1.1}. */
        public String line() {
            return what + ": " + ours.text() + (expected.isEmpty() ? "" : ", claimed " + expected);
        }
    }
}
