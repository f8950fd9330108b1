package io.birdseye.report.table;

import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial.Measured;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Requests that fail because the scenario lets their upstreams fail: no fault of the service.
 *
 * @param share of the requests, from 0 to 1
 * @param kinds of errors by which a service passes that on
 */
record ExpectedFailures(double share, Pattern kinds) {

    /** What Birdseye's service answers if an upstream fails, and if it never answers. */
    static final Pattern OWN = Pattern.compile("502|504");

    /** Another service passes a failure on with a status of its choice, or answers with less. */
    static final Pattern FOREIGN = Pattern.compile("[1-5]\\d\\d|body");

    static final ExpectedFailures NONE = new ExpectedFailures(0, OWN);

    static ExpectedFailures of(Settings settings) {
        return new ExpectedFailures(settings.failingShare(), settings.target() == null ? OWN : FOREIGN);
    }

    /** Errors that the faults do not explain: all of other kinds and, if these are more than chance allows, these. */
    long others(Measured measured) {
        long theirs = measured.counts().errorsByKind().entrySet().stream()
                .filter(kind -> kinds.matcher(kind.getKey()).matches())
                .mapToLong(Map.Entry::getValue)
                .sum();
        double expected = share * (measured.requests() + measured.errors());
        boolean explained = theirs <= expected + LoadOutcome.FAR * Math.sqrt(expected * (1 - share));
        return measured.errors() - (explained ? theirs : 0);
    }
}
