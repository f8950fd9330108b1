package io.birdseye.experiments.claim;

import static java.util.function.Predicate.isEqual;
import static java.util.stream.Collectors.joining;

import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements.Unmeasured;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What the measurements say of one half of a claim, with the figures it rests on.
 *
 * @param reason why; for {@code inconclusive} what would settle it, for {@code not testable here} what is missing
 * @param notes further remarks, such as figures that could not be taken
 */
public record Verdict(Kind kind, String reason, List<Evidence> evidence, List<String> notes) {

    /** The four verdicts. */
    public enum Kind {
        CONFIRMED,
        REFUTED,
        /** The interval reaches over the bound, or repeats disagree. */
        INCONCLUSIVE,
        /** This machine, or this build, cannot ask the question. */
        NOT_TESTABLE;

        /** The verdict in words. */
        public String label() {
            return this == NOT_TESTABLE ? "not testable here" : name().toLowerCase(Locale.ROOT);
        }

        private boolean decides() {
            return this == CONFIRMED || this == REFUTED;
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
        return new Verdict(kind, reason, List.of(evidence), List.of());
    }

    /** Applies a rule; if it asks for something that was not measured, the verdict is not testable. */
    static Verdict of(Supplier<Verdict> rule) {
        try {
            return rule.get();
        } catch (Unmeasured e) {
            return notTestable(String.valueOf(e.getMessage()));
        }
    }

    /** Confirmed if the whole interval lies above the bound, refuted if below. */
    public static Verdict above(String what, MeasuredValue ours, double bound) {
        return bounded(Evidence.claimed("> %s", what, ours, bound), bound, Double.POSITIVE_INFINITY);
    }

    /** Confirmed if the whole interval lies below the bound, refuted if above. */
    public static Verdict below(String what, MeasuredValue ours, double bound) {
        return bounded(Evidence.claimed("< %s", what, ours, bound), Double.NEGATIVE_INFINITY, bound);
    }

    /** Confirmed if the whole interval lies between the bounds, refuted if it lies outside. */
    public static Verdict between(String what, MeasuredValue ours, double low, double high) {
        return bounded(Evidence.claimed("%s to %s", what, ours, low, high), low, high);
    }

    /** Confirmed if the whole interval lies outside the bounds, refuted if it lies between them. */
    public static Verdict outside(String what, MeasuredValue ours, double low, double high) {
        return bounded(Evidence.claimed("< %s or > %s", what, ours, low, high), low, high).not();
    }

    private static Verdict bounded(Evidence evidence, double low, double high) {
        MeasuredValue ours = evidence.ours();
        boolean onTheBound = ours.isExact() && ours.value() >= low && ours.value() <= high;
        if (onTheBound || ours.low() > low && ours.high() < high) {
            return because(Kind.CONFIRMED, evidence.line(), evidence);
        }
        return ours.high() <= low || ours.low() >= high
                ? because(Kind.REFUTED, evidence.line(), evidence)
                : because(Kind.INCONCLUSIVE, "more repeats, or a quieter machine, would settle it", evidence);
    }

    /** The claim has several parts: one refuted part refutes it, and it is confirmed only if every part is. */
    public static Verdict all(Verdict... parts) {
        return combine(parts, Kind.REFUTED, Kind.CONFIRMED);
    }

    /** One confirmed part is enough, and it is refuted only if every part is. */
    public static Verdict any(Verdict... parts) {
        return combine(parts, Kind.CONFIRMED, Kind.REFUTED);
    }

    private static Verdict combine(Verdict[] parts, Kind decisive, Kind onlyTogether) {
        return together(Stream.of(decisive, Kind.NOT_TESTABLE, Kind.INCONCLUSIVE)
                .filter(kind -> count(parts, kind) > 0)
                .findFirst()
                .orElse(onlyTogether), parts);
    }

    /** Confirmed if more than half of the parts are, refuted if at least half are. */
    public static Verdict most(Verdict... parts) {
        if (2 * count(parts, Kind.CONFIRMED) > parts.length) {
            return together(Kind.CONFIRMED, parts);
        }
        if (2 * count(parts, Kind.REFUTED) >= parts.length) {
            return together(Kind.REFUTED, parts);
        }
        return together(count(parts, Kind.NOT_TESTABLE) > 0 ? Kind.NOT_TESTABLE : Kind.INCONCLUSIVE, parts);
    }

    private static long count(Verdict[] parts, Kind kind) {
        return Arrays.stream(parts).map(Verdict::kind).filter(isEqual(kind)).count();
    }

    private static Verdict together(Kind kind, Verdict[] parts) {
        return new Verdict(kind,
                Arrays.stream(parts).filter(part -> part.kind == kind).map(Verdict::reason).distinct()
                        .collect(joining("; ")),
                Arrays.stream(parts).flatMap(part -> part.evidence.stream()).toList(),
                Arrays.stream(parts).flatMap(part -> part.notes.stream()).toList());
    }

    /** Adds a figure that explains but does not decide. */
    public Verdict beside(String what, MeasuredValue ours) {
        return new Verdict(kind, reason, with(evidence, Evidence.beside(what, ours)), notes);
    }

    /** Adds such a figure, or a note that says why it was not measured. */
    public Verdict besideIfMeasured(String what, Supplier<MeasuredValue> ours) {
        try {
            return beside(what, ours.get());
        } catch (Unmeasured e) {
            return new Verdict(kind, reason, evidence, with(notes, what + " is not testable here: " + e.getMessage()));
        }
    }

    /** Adds a remark. */
    Verdict note(String remark) {
        return new Verdict(kind, reason, evidence, with(notes, remark));
    }

    private static <T> List<T> with(List<T> some, T more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }

    /** Confirmed becomes refuted and the other way round. */
    public Verdict not() {
        return switch (kind) {
            case CONFIRMED -> new Verdict(Kind.REFUTED, reason, evidence, notes);
            case REFUTED -> new Verdict(Kind.CONFIRMED, reason, evidence, notes);
            case INCONCLUSIVE, NOT_TESTABLE -> this;
        };
    }
}
