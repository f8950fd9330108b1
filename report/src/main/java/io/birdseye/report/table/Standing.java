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

    /** Of the offered rate: with less, the pace is part of the reason. */
    private static final double NEARLY = 0.99;

    /** Of a number of requests, in standard deviations: more than chance explains. */
    static final double FAR = 3;

    private static final String UNCHANGED = ", which does not change that most requests had no right answer";

    /** The best first. */
    public enum Grade {
        /** Every request of the window was answered right in the end, and no backlog grew. */
        KEPT_UP,
        /** Errors, no answer at all, or a growing backlog. */
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
     * Judges one trial. A broken bound decides whatever the service did, since its part in that cannot be told apart; see
     * {@link Validity#tolerated} for the exception.
     * Requests that fail because the scenario lets their upstreams fail are no fault of the service.
     *
     * @param expected what the scenario lets fail
     * @param backlogGrowth seconds of response time added per second, where known; see {@link Backlog}
     */
    static Standing of(
            Trial trial, Load load, ExpectedFailures expected, Validity validity, OptionalDouble backlogGrowth) {
        Measured measured = trial.measured();
        if (trial.failed() || measured == null) {
            String reason = trial.reason();
            return new Standing(Grade.FAILED, reason == null || reason.isBlank() ? "no reason given" : reason);
        }
        Standing service = switch (load.model()) {
            case OPEN -> open(measured, expected, backlogGrowth);
            case CLOSED -> closed(measured, expected);
        };
        List<String> broken = validity.broken(measured);
        if (broken.isEmpty()) {
            List<String> tolerated = validity.tolerated(measured);
            return tolerated.isEmpty()
                    ? service
                    : new Standing(service.grade(), service.reason() + "; " + String.join("; ", tolerated) + UNCHANGED);
        }
        return new Standing(Grade.INVALID, String.join("; ", broken)
                + (service.keptUp() ? "" : "; for what it is worth, " + service.reason()));
    }

    /**
     * The worst of a strategy's blocks decides. Those that are invalid or failed are left out if {@link CommonBlocks#enough}
     * remain.
     */
    static Standing overall(List<Standing> blocks) {
        if (blocks.size() == 1) {
            return blocks.getFirst();
        }
        List<Standing> valid = blocks.stream().filter(block -> block.grade().compareTo(Grade.INVALID) < 0).toList();
        List<Standing> judged = CommonBlocks.enough(valid.size(), blocks.size()) ? valid : blocks;
        // Of several that are equally bad the first.
        Standing worst = judged.stream().min(Comparator.comparing(Standing::grade).reversed()).orElseThrow();
        long same = judged.stream().filter(block -> block.grade() == worst.grade()).count();
        int leftOut = blocks.size() - judged.size();
        return new Standing(worst.grade(), "in " + same + " of " + judged.size() + " blocks"
                + (leftOut == 0 ? "" : ", " + leftOut + " left out")
                + (worst.keptUp() ? "" : (same == 1 ? ": " : ", first: ") + worst.reason()));
    }

    /**
     * The requests that were sent in the window and those answered in the end say whether any was lost; whether answers
     * come as fast as requests is for the backlog to say. How many answers came within the window says neither:
     * requests that take long are answered after it.
     */
    private static Standing open(Measured measured, ExpectedFailures expected, OptionalDouble backlogGrowth) {
        double offered = measured.offeredPerSecond();
        double achieved = measured.achievedPerSecond();
        String pace = "answered " + Format.rate(achieved) + " of " + Format.rate(offered);
        if (expected.others(measured) > 0) {
            return behind(achieved < NEARLY * offered ? pace + ", with " + errors(measured) : errors(measured));
        }
        if (measured.requests() == 0) {
            return behind("no answer at all");
        }
        if (backlogGrowth.isEmpty() && missing(measured, expected.share())) {
            return behind(pace);
        }
        double growth = backlogGrowth.orElse(0);
        return growth > Backlog.GROWING
                ? behind("a backlog grew: each second of load added " + Format.ms(1000 * growth) + " of waiting; " + pace)
                : new Standing(Grade.KEPT_UP, "answered all of " + Format.rate(offered) + except(measured));
    }

    private static String except(Measured measured) {
        return measured.errors() == 0
                ? ""
                : ", except " + Format.count(measured.errors(), "request") + " that the scenario lets fail";
    }

    /** Of a window that is too short to see a backlog grow: as if arrivals of answers were a Poisson process. */
    private static boolean missing(Measured measured, double failingShare) {
        double answers = measured.achievedPerSecond() * measured.seconds();
        double wanted = (1 - failingShare) * measured.offeredPerSecond() * measured.seconds();
        return answers + FAR * Math.sqrt(answers) < wanted;
    }

    private static Standing closed(Measured measured, ExpectedFailures expected) {
        if (expected.others(measured) > 0) {
            return behind(errors(measured));
        }
        return measured.requests() > 0
                ? new Standing(Grade.KEPT_UP, "answered all" + except(measured) + "; a closed load offers no rate to fall behind")
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
