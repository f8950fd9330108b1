package io.birdseye.cli.doctor;

/**
 * The result of a check.
 *
 * @param subject what was examined
 * @param grade whether a result from this machine can be trusted in this respect
 * @param detail the figures
 * @param advice what to do about it; empty if nothing needs to be done
 */
public record Finding(String subject, Grade grade, String detail, String advice) {

    /** Ordered from good to bad. */
    public enum Grade {
        GOOD,
        /** Results are right, but noisier or less general than they could be. */
        FAIR,
        /** Results would mislead. */
        BAD,
        /** The system does not provide the information. */
        UNKNOWN
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
