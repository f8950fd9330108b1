package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.latency.Backlog;
import io.birdseye.report.result.Trial;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether a strategy carried its load. Only strategies that kept up are compared with one another: below its rate a
 * strategy's latency says how long the test was, not how fast the strategy is.
 *
 * @param reason what decided, in words
 */
public record Standing(Verdict verdict, String reason) {

    /** The share of the offered rate that must be answered. */
    public static final double KEPT_UP_SHARE = 0.99;

    /** The verdicts, the best first. */
    public enum Verdict {
        /** At least 99 % of the offered rate was answered, without any error, and no backlog grew. */
        KEPT_UP("kept up"),
        /** Errors, answers below the offered rate, or a growing backlog. */
        FELL_BEHIND("fell behind"),
        /** Injector, mock or machine were off by too much, so nothing is known of the service; see {@link Validity}. */
        INVALID("invalid"),
        /** The trial did not come to its end. */
        FAILED("failed");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /** For tables. */
        public String words() {
            return words;
        }
    }

    /**
     * Judges one trial. A broken bound decides whatever the service did: its part in that cannot be told apart.
     *
     * @param backlogGrowth seconds of response time added per second, where known; see {@link Backlog}
     */
    static Standing of(Trial trial, Load load, Validity validity, OptionalDouble backlogGrowth) {
        Trial.Measured measured = trial.measured();
        if (trial.outcome() == Trial.Outcome.FAILED || measured == null) {
            String reason = trial.reason();
            return new Standing(Verdict.FAILED, reason == null || reason.isBlank() ? "no reason given" : reason);
        }
        Standing service = switch (load.model()) {
            case OPEN -> open(measured, backlogGrowth);
            case CLOSED -> closed(measured);
        };
        List<String> broken = validity.broken(measured);
        if (broken.isEmpty()) {
            return service;
        }
        String reason = String.join("; ", broken);
        return new Standing(
                Verdict.INVALID, service.keptUp() ? reason : reason + "; for what it is worth, " + service.reason());
    }

    private static Standing open(Trial.Measured measured, OptionalDouble backlogGrowth) {
        double offered = measured.offeredPerSecond();
        double achieved = measured.achievedPerSecond();
        String answered = "answered " + Format.rate(achieved) + " of " + Format.rate(offered);
        if (achieved < KEPT_UP_SHARE * offered) {
            return behind(measured.errors() == 0 ? answered : answered + ", with " + errors(measured));
        }
        if (measured.errors() > 0) {
            return behind(errors(measured));
        }
        if (backlogGrowth.orElse(0) > Backlog.GROWING) {
            return behind("a backlog grew: each second of load added " + Format.ms(1000 * backlogGrowth.getAsDouble())
                    + " of waiting");
        }
        return new Standing(Verdict.KEPT_UP, answered);
    }

    private static Standing closed(Trial.Measured measured) {
        if (measured.errors() > 0) {
            return behind(errors(measured));
        }
        return measured.achievedPerSecond() > 0
                ? new Standing(Verdict.KEPT_UP, "answered all; a closed load offers no rate to fall behind")
                : behind("no answer at all");
    }

    private static Standing behind(String reason) {
        return new Standing(Verdict.FELL_BEHIND, reason);
    }

    private static String errors(Trial.Measured measured) {
        Map<String, Long> kinds = new TreeMap<>(measured.errorsByKind());
        String count = Format.count(measured.errors(), "error");
        return switch (kinds.size()) {
            case 0 -> count;
            case 1 -> count + " (" + kinds.keySet().iterator().next() + ")";
            default -> count + kinds.entrySet().stream()
                    .map(entry -> entry.getKey() + " × " + entry.getValue())
                    .collect(Collectors.joining(", ", " (", ")"));
        };
    }

    /** Whether the strategy may be compared with others. */
    public boolean keptUp() {
        return verdict == Verdict.KEPT_UP;
    }
}
