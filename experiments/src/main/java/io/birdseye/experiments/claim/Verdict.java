package io.birdseye.experiments.claim;

import io.birdseye.experiments.measure.Unmeasured;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * What the measurements say of one half of a claim, with the figures it rests on.
 *
 * @param notes what else is to be said, like figures that could not be taken
 * @param reason why; for {@code inconclusive} what would settle it, for {@code not testable here} what is missing
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
    }

    /**
     * A figure of ours beside what the claim needs it to be.
     *
     * @param expected the bound in words, like {@code > 1.25}; empty for a figure that does not decide
     * @param bounds the same in numbers; empty for a figure that does not decide, and in ledgers of older builds
     */
    public record Evidence(String what, Estimate ours, String expected, List<Double> bounds) {

        /** Jackson gives null for a field that an older file lacks. */
        public Evidence {
            bounds = bounds == null ? List.of() : List.copyOf(bounds);
        }

        /** A figure that explains but does not decide. */
        public Evidence(String what, Estimate ours) {
            this(what, ours, "", List.of());
        }

        /** One line, like {@code pinned / free: 1.02 (0.98 to 1.05), claimed > 1.1}. */
        public String line() {
            return what + ": " + ours.text() + (expected.isEmpty() ? "" : ", claimed " + expected);
        }
    }

    public Verdict {
        evidence = List.copyOf(evidence);
        notes = List.copyOf(notes);
    }

    /** Everything that it rests on, line by line: what is missing, figures, notes. */
    public List<String> lines() {
        boolean decided = kind == Kind.CONFIRMED || kind == Kind.REFUTED;
        boolean shown = decided && !(evidence.isEmpty() && notes.isEmpty());
        return Stream.of(shown ? Stream.<String>empty() : Stream.of(reason), evidence.stream().map(Evidence::line),
                        notes.stream())
                .flatMap(lines -> lines)
                .toList();
    }

    /** Whether the reason says no more than the evidence beside it. */
    public boolean reasonIsEvidence() {
        boolean decided = kind == Kind.CONFIRMED || kind == Kind.REFUTED;
        return decided && !evidence.isEmpty();
    }

    public static Verdict notTestable(String why) {
        return new Verdict(Kind.NOT_TESTABLE, why, List.of(), List.of());
    }

    /** A verdict that rests on something else than one interval. */
    public static Verdict because(Kind kind, String reason, Evidence... evidence) {
        return new Verdict(kind, reason, List.of(evidence), List.of());
    }

    /** Asks a rule; a point that was not measured makes it not testable. */
    public static Verdict of(Supplier<Verdict> rule) {
        try {
            return rule.get();
        } catch (Unmeasured e) {
            return notTestable(e.why());
        }
    }

    /** Confirmed if the whole interval lies above the bound, refuted if below. */
    public static Verdict above(String what, Estimate ours, double bound) {
        return bounded(what, ours, bound, Double.POSITIVE_INFINITY, "> " + Estimate.number(bound));
    }

    /** Confirmed if the whole interval lies below the bound, refuted if above. */
    public static Verdict below(String what, Estimate ours, double bound) {
        return bounded(what, ours, Double.NEGATIVE_INFINITY, bound, "< " + Estimate.number(bound));
    }

    /** Confirmed if the whole interval lies between the bounds, refuted if it lies outside. */
    public static Verdict between(String what, Estimate ours, double low, double high) {
        return bounded(what, ours, low, high, Estimate.number(low) + " to " + Estimate.number(high));
    }

    /** Confirmed if the whole interval lies outside the bounds, refuted if it lies between them. */
    public static Verdict outside(String what, Estimate ours, double low, double high) {
        String expected = "< " + Estimate.number(low) + " or > " + Estimate.number(high);
        Verdict inside = bounded(what, ours, low, high, expected);
        return inside.not();
    }

    private static Verdict bounded(String what, Estimate ours, double low, double high, String expected) {
        List<Double> bounds = DoubleStream.of(low, high).filter(Double::isFinite).boxed().toList();
        Evidence evidence = new Evidence(what, ours, expected, bounds);
        boolean inside = ours.low() > low && ours.high() < high;
        boolean onTheBound = ours.isExact() && ours.value() >= low && ours.value() <= high;
        if (inside || onTheBound) {
            return because(Kind.CONFIRMED, evidence.line(), evidence);
        }
        if (ours.high() <= low || ours.low() >= high) {
            return because(Kind.REFUTED, evidence.line(), evidence);
        }
        return because(Kind.INCONCLUSIVE, "more repeats, or a quieter machine, would settle it", evidence);
    }

    /** The claim has several parts: one refuted part refutes it, and it is confirmed only if every part is. */
    public static Verdict all(Verdict... parts) {
        return combine(parts, Kind.REFUTED, Kind.CONFIRMED);
    }

    /** One confirmed part is enough, and it is refuted only if every part is. */
    public static Verdict any(Verdict... parts) {
        return combine(parts, Kind.CONFIRMED, Kind.REFUTED);
    }

    /** Confirmed if more than half of the parts are, refuted if at least half are. */
    public static Verdict most(Verdict... parts) {
        Kind kind = 2 * count(parts, Kind.CONFIRMED) > parts.length
                ? Kind.CONFIRMED
                : 2 * count(parts, Kind.REFUTED) >= parts.length
                        ? Kind.REFUTED
                        : count(parts, Kind.NOT_TESTABLE) > 0 ? Kind.NOT_TESTABLE : Kind.INCONCLUSIVE;
        return together(kind, parts);
    }

    private static long count(Verdict[] parts, Kind kind) {
        return Arrays.stream(parts).filter(part -> part.kind == kind).count();
    }

    /** Puts a figure beside it that explains but does not decide. */
    public Verdict beside(String what, Estimate ours) {
        List<Evidence> all = new ArrayList<>(evidence);
        all.add(new Evidence(what, ours));
        return new Verdict(kind, reason, all, notes);
    }

    /** Puts a figure beside it, or a note why there is none. */
    public Verdict besideIfMeasured(String what, Supplier<Estimate> ours) {
        try {
            return beside(what, ours.get());
        } catch (Unmeasured e) {
            List<String> all = new ArrayList<>(notes);
            all.add(what + " is not testable here: " + e.why());
            return new Verdict(kind, reason, evidence, all);
        }
    }

    /** Confirmed becomes refuted and the other way round. */
    public Verdict not() {
        return switch (kind) {
            case CONFIRMED -> new Verdict(Kind.REFUTED, reason, evidence, notes);
            case REFUTED -> new Verdict(Kind.CONFIRMED, reason, evidence, notes);
            case INCONCLUSIVE, NOT_TESTABLE -> this;
        };
    }

    private static Verdict combine(Verdict[] parts, Kind decisive, Kind onlyTogether) {
        Kind kind = Stream.of(decisive, Kind.NOT_TESTABLE, Kind.INCONCLUSIVE)
                .filter(k -> Arrays.stream(parts).anyMatch(part -> part.kind == k))
                .findFirst()
                .orElse(onlyTogether);
        return together(kind, parts);
    }

    private static Verdict together(Kind kind, Verdict... parts) {
        String reason = Arrays.stream(parts)
                .filter(part -> part.kind == kind)
                .map(Verdict::reason)
                .distinct()
                .collect(Collectors.joining("; "));
        return new Verdict(kind, reason, Arrays.stream(parts).flatMap(part -> part.evidence.stream()).toList(),
                Arrays.stream(parts).flatMap(part -> part.notes.stream()).toList());
    }
}
