package io.birdseye.cli.doctor;

/**
 * What a check found.
 *
 * @param subject what was looked at
 * @param grade what it means for a result from this machine
 * @param detail the figures
 * @param advice what to do about it; empty where there is nothing to do
 */
public record Finding(String subject, Grade grade, String detail, String advice) {

    /** Ordered from good to bad. */
    public enum Grade {
        GOOD,
        /** Results will be right, but noisier or narrower than they could be. */
        FAIR,
        /** Results would mislead. */
        BAD,
        /** The system does not tell. */
        UNKNOWN
    }

    static Finding good(String subject, String detail) {
        return new Finding(subject, Grade.GOOD, detail, "");
    }

    static Finding unknown(String subject, String why) {
        return new Finding(subject, Grade.UNKNOWN, why, "");
    }
}
