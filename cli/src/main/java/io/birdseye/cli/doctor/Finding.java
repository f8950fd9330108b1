package io.birdseye.cli.doctor;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The result of a check: what was examined, the figures, and what to do, which is empty if nothing needs to be done. */
public record Finding(String subject, Grade grade, String detail, String advice) {

    /** Ordered from good to bad. */
    public enum Grade {
        GOOD("A result from this machine can be trusted as far as its intervals go."),
        FAIR("A result from this machine can be trusted for ratios taken in one run; it needs more blocks for the"
                + " same interval, and absolute times should not be quoted."),
        BAD("A result from this machine would mislead: fix what is marked as bad first."),
        /** The system does not provide the information. */
        UNKNOWN("This system provides too little information to judge results from it.");

        private final String conclusion;

        Grade(String conclusion) {
            this.conclusion = conclusion;
        }

        /** For lines and JSON. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** One sentence about the worst finding. */
    public static String conclusion(List<Finding> findings) {
        return findings.stream()
                .map(Finding::grade)
                .filter(grade -> grade != Grade.UNKNOWN)
                .max(Comparator.naturalOrder())
                .orElse(Grade.UNKNOWN)
                .conclusion;
    }

    /** A bound that a value should not exceed, and what to do if it does. */
    record Bound(double value, String advice) {}

    /** Good up to a first bound, fair up to a second one. */
    static Finding judge(String subject, String detail, double value, Bound fair, Bound bad) {
        if (value > bad.value()) {
            return bad(subject, detail, bad.advice());
        }
        return value > fair.value() ? fair(subject, detail, fair.advice()) : good(subject, detail);
    }

    static Finding good(String subject, String detail) {
        return new Finding(subject, Grade.GOOD, detail, "");
    }

    static Finding fair(String subject, String detail, String advice) {
        return new Finding(subject, Grade.FAIR, detail, advice);
    }

    static Finding bad(String subject, String detail, String advice) {
        return new Finding(subject, Grade.BAD, detail, advice);
    }

    static Finding unknown(String subject) {
        return new Finding(subject, Grade.UNKNOWN, "the system does not tell", "");
    }
}
