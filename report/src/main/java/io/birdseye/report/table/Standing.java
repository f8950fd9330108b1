package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.latency.Backlog;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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
public record Standing(Grade grade, String reason) {

    /** The share of the offered rate that must be answered. */
    public static final double KEPT_UP_SHARE = 0.99;

    /** The best first. */
    public enum Grade {
        /** At least 99 % of the offered rate was answered, without any error, and no backlog grew. */
        KEPT_UP,
        /** Errors, answers below the offered rate, or a growing backlog. */
        FELL_BEHIND,
        /** Injector, mock or machine were off by too much, so nothing is known of the service; see {@link Validity}. */
        INVALID,
        /** The trial did not come to its end. */
        FAILED;

        /** For tables: {@code kept up}. */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Whether the strategy may be compared with others. */
    public boolean keptUp() {
        return grade == Grade.KEPT_UP;
    }

    /**
     * Judges one trial. A broken bound decides whatever the service did: its part in that cannot be told apart.
     *
     * @param backlogGrowth seconds of response time added per second, where known; see {@link Backlog}
     */
    static Standing of(Trial trial, Load load, Validity validity, OptionalDouble backlogGrowth) {
        Measured measured = trial.measured();
        if (trial.failed() || measured == null) {
            String reason = trial.reason();
            return new Standing(Grade.FAILED, reason == null || reason.isBlank() ? "no reason given" : reason);
        }
        Standing service = switch (load.model()) {
            case OPEN -> open(measured, backlogGrowth);
            case CLOSED -> closed(measured);
        };
        List<String> broken = validity.broken(measured);
        if (broken.isEmpty()) {
            return service;
        }
        return new Standing(Grade.INVALID, String.join("; ", broken)
                + (service.keptUp() ? "" : "; for what it is worth, " + service.reason()));
    }

    /** The worst of a strategy's trials decides. */
    static Standing overall(List<Standing> blocks) {
        if (blocks.size() == 1) {
            return blocks.getFirst();
        }
        // Of several that are equally bad the first.
        Standing worst = blocks.stream().min(Comparator.comparing(Standing::grade).reversed()).orElseThrow();
        long same = blocks.stream().filter(block -> block.grade() == worst.grade()).count();
        return new Standing(worst.grade(), "in " + same + " of " + blocks.size() + " blocks"
                + (worst.keptUp() ? "" : (same == 1 ? ": " : ", first: ") + worst.reason()));
    }

    private static Standing open(Measured measured, OptionalDouble backlogGrowth) {
        double offered = measured.offeredPerSecond();
        double achieved = measured.achievedPerSecond();
        String answered = "answered " + Format.rate(achieved) + " of " + Format.rate(offered);
        if (achieved < KEPT_UP_SHARE * offered) {
            return behind(measured.errors() == 0 ? answered : answered + ", with " + errors(measured));
        }
        if (measured.errors() > 0) {
            return behind(errors(measured));
        }
        double growth = backlogGrowth.orElse(0);
        return growth > Backlog.GROWING
                ? behind("a backlog grew: each second of load added " + Format.ms(1000 * growth) + " of waiting")
                : new Standing(Grade.KEPT_UP, answered);
    }

    private static Standing closed(Measured measured) {
        if (measured.errors() > 0) {
            return behind(errors(measured));
        }
        return measured.achievedPerSecond() > 0
                ? new Standing(Grade.KEPT_UP, "answered all; a closed load offers no rate to fall behind")
                : behind("no answer at all");
    }

    private static Standing behind(String reason) {
        return new Standing(Grade.FELL_BEHIND, reason);
    }

    private static String errors(Measured measured) {
        Map<String, Long> kinds = new TreeMap<>(measured.errorsByKind());
        return Format.count(measured.errors(), "error") + (kinds.isEmpty() ? "" : kinds.entrySet().stream()
                .map(kind -> kinds.size() == 1 ? kind.getKey() : kind.getKey() + " × " + kind.getValue())
                .collect(Collectors.joining(", ", " (", ")")));
    }
}
