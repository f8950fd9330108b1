package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.latency.Backlog;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.ValidityBounds;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Whether a strategy carried its load, and with how many errors. Only strategies that kept up, with no more errors than may be,
 * are compared with one another: below its rate a strategy's latency says how long the test was, not how fast the strategy is, and
 * a strategy that refuses requests is faster for those that it answers.
 *
 * @param reason what decided, in words
 */
public record LoadOutcome(Grade grade, String reason) {

    /** Of the requests: with fewer right answers it did not keep up. */
    private static final double NEARLY = 0.99;

    /** How rarely so many errors would be chance if their share were within the bound. */
    private static final double CHANCE = 0.05;

    /** Of a number of requests, in standard deviations: more than chance explains. */
    static final double FAR = 3;

    /** Of a search that came to its end: what it found is the answer. */
    private static final LoadOutcome FOUND = new LoadOutcome(Grade.KEPT_UP, "it has an answer");

    private static final String UNCHANGED = ", which does not change that most requests had no right answer";

    /** The best first. */
    public enum Grade {
        /** Nearly every request of the window was answered right in the end, and no backlog grew. */
        KEPT_UP,
        /** It kept up, but a larger share of the requests had no right answer than may have none. */
        TOO_MANY_ERRORS,
        /** No answer to one request in a hundred or more, or a growing backlog. */
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

    /** {@code fell behind: no answer at all}. */
    public String inWords() {
        return grade.words() + ": " + reason;
    }

    /** Whether the strategy carried its load, with however many errors. */
    public boolean keptUp() {
        return grade == Grade.KEPT_UP || grade == Grade.TOO_MANY_ERRORS;
    }

    /** Whether its response times may be compared with those of others: it kept up, without too many errors. */
    public boolean isComparable() {
        return grade == Grade.KEPT_UP;
    }

    /**
     * Whether errors are shown to be more than a share of the requests: by the exact binomial test, one-sided at 5 %. One error in
     * 300 requests does not show that more than one in a thousand fails; four in 600 do. Errors that come in bursts
     * are fewer independent ones than the test takes them for, so it is stricter than 5 % with them.
     */
    public static boolean isMore(long errors, long requests, double share) {
        return errors > share * requests
                && BinomialDistribution.of(Math.toIntExact(requests), share).survivalProbability(Math.toIntExact(errors) - 1) < CHANCE;
    }

    /**
     * Judges one trial. A broken bound decides whatever the service did, since its part in that cannot be told apart; see
     * {@link Validity#tolerated} for the exception.
     * Requests that fail because the scenario lets their upstreams fail are no fault of the service.
     *
     * @param expected what the scenario lets fail
     * @param backlogGrowth seconds of response time added per second, where known; see {@link Backlog}
     */
    static LoadOutcome of(
            Trial trial, Load load, ExpectedFailures expected, Validity validity, OptionalDouble backlogGrowth) {
        Measured measured = trial.measured();
        if (trial.failed() || measured == null) {
            String reason = trial.reason();
            return new LoadOutcome(Grade.FAILED, reason == null || reason.isBlank() ? "no reason given" : reason);
        }
        LoadOutcome service = measured.capacity() != null ? FOUND : switch (load.model()) {
            case OPEN -> open(measured, expected, validity.bounds(), backlogGrowth);
            case CLOSED -> closed(measured, expected, validity.bounds());
        };
        List<String> broken = validity.broken(measured);
        if (broken.isEmpty()) {
            List<String> tolerated = validity.tolerated(measured);
            return tolerated.isEmpty()
                    ? service
                    : new LoadOutcome(service.grade(), service.reason() + "; " + String.join("; ", tolerated) + UNCHANGED);
        }
        return new LoadOutcome(Grade.INVALID, String.join("; ", broken)
                + (service.keptUp() ? "" : "; for what it is worth, " + service.reason()));
    }

    /** The worst of a strategy's blocks decides. Those that are invalid or failed are left out if {@link CommonBlocks#enough} remain. */
    static LoadOutcome overall(List<LoadOutcome> blocks) {
        if (blocks.size() == 1) {
            return blocks.getFirst();
        }
        List<LoadOutcome> valid = blocks.stream().filter(block -> block.grade().compareTo(Grade.INVALID) < 0).toList();
        List<LoadOutcome> judged = CommonBlocks.enough(valid.size(), blocks.size()) ? valid : blocks;
        // Of several that are equally bad the first.
        LoadOutcome worst = judged.stream().min(Comparator.comparing(LoadOutcome::grade).reversed()).orElseThrow();
        long same = judged.stream().filter(block -> block.grade() == worst.grade()).count();
        int leftOut = blocks.size() - judged.size();
        return new LoadOutcome(worst.grade(), "in " + same + " of " + judged.size() + " blocks"
                + (leftOut == 0 ? "" : ", " + leftOut + " left out")
                + (worst.keptUp() ? "" : (same == 1 ? ": " : ", first: ") + worst.reason()));
    }

    /** Of a search one process with an answer is enough. Without any, each says why. */
    static LoadOutcome ofSearch(List<LoadOutcome> processes) {
        LoadOutcome best = processes.stream().min(Comparator.comparing(LoadOutcome::grade)).orElseThrow();
        return best.keptUp() ? best : new LoadOutcome(best.grade(), processes.stream()
                .map(each -> (each.grade() == Grade.INVALID ? "not valid: " : "") + each.reason()).distinct().collect(Collectors.joining("; ")));
    }

    /**
     * The requests that were sent in the window and those answered in the end say whether many were lost; whether answers
     * come as fast as requests is for the backlog to say. How many answers came within the window says neither:
     * requests that take long are answered after it.
     */
    private static LoadOutcome open(
            Measured measured, ExpectedFailures expected, ValidityBounds bounds, OptionalDouble backlogGrowth) {
        double offered = measured.offeredPerSecond();
        String pace = "answered " + Format.rate(measured.achievedPerSecond()) + " of " + Format.rate(offered);
        long errors = expected.others(measured);
        if (isLost(measured, errors, bounds)) {
            return behind(pace + ", with " + errors(measured));
        }
        if (measured.requests() == 0) {
            return behind("no answer at all");
        }
        if (backlogGrowth.isEmpty() && missing(measured, expected.share() + (double) errors / asked(measured))) {
            return behind(pace);
        }
        double growth = backlogGrowth.orElse(0);
        if (growth > Backlog.GROWING) {
            return behind("a backlog grew: each second of load added " + Format.ms(1000 * growth) + " of waiting; " + pace);
        }
        return new LoadOutcome(Grade.KEPT_UP, errors > 0
                ? pace + ", with " + errors(measured)
                : "answered all of " + Format.rate(offered) + except(measured));
    }

    /** Whether so many requests had no right answer that the rest is another load. */
    private static boolean isLost(Measured measured, long errors, ValidityBounds bounds) {
        return isMore(errors, asked(measured), Math.max(1 - NEARLY, bounds.mostErrors()));
    }

    private static long asked(Measured measured) {
        return measured.requests() + measured.errors();
    }

    /** A row that kept up, if the requests of all its trials do not show too many errors. */
    LoadOutcome within(ValidityBounds bounds, ExpectedFailures expected, List<Measured> trials) {
        long errors = trials.stream().mapToLong(expected::others).sum();
        long asked = trials.stream().mapToLong(LoadOutcome::asked).sum();
        return !keptUp() || !isMore(errors, asked, bounds.mostErrors())
                ? this
                : new LoadOutcome(Grade.TOO_MANY_ERRORS, Format.count(errors, "error") + " in " + Format.count(asked, "request") + ", "
                        + Format.smallPercent((double) errors / asked) + "; at most " + Format.smallPercent(bounds.mostErrors())
                        + " may be for response times to be compared");
    }

    private static String except(Measured measured) {
        return measured.errors() == 0
                ? "" : ", except " + Format.count(measured.errors(), "request") + " that the scenario lets fail";
    }

    /** Of a window that is too short to see a backlog grow: as if arrivals of answers were a Poisson process. */
    private static boolean missing(Measured measured, double failingShare) {
        double answers = measured.achievedPerSecond() * measured.counts().seconds();
        double wanted = (1 - failingShare) * measured.offeredPerSecond() * measured.counts().seconds();
        return answers + FAR * Math.sqrt(answers) < wanted;
    }

    private static LoadOutcome closed(Measured measured, ExpectedFailures expected, ValidityBounds bounds) {
        long errors = expected.others(measured);
        if (isLost(measured, errors, bounds)) {
            return behind(errors(measured));
        }
        return measured.requests() > 0
                ? new LoadOutcome(Grade.KEPT_UP, (errors > 0 ? errors(measured) : "answered all" + except(measured))
                        + "; a closed load offers no rate to fall behind")
                : behind("no answer at all");
    }

    private static LoadOutcome behind(String reason) {
        return new LoadOutcome(Grade.FELL_BEHIND, reason);
    }

    private static String errors(Measured measured) {
        Map<String, Long> kinds = new TreeMap<>(measured.counts().errorsByKind());
        return Format.count(measured.errors(), "error") + (kinds.isEmpty() ? "" : kinds.entrySet().stream()
                .map(kind -> kinds.size() == 1 ? kind.getKey() : kind.getKey() + " × " + kind.getValue())
                .collect(Collectors.joining(", ", " (", ")")));
    }

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
                    .filter(kind -> kinds.matcher(kind.getKey()).matches()).mapToLong(Map.Entry::getValue).sum();
            double expected = share * (measured.requests() + measured.errors());
            boolean explained = theirs <= expected + LoadOutcome.FAR * Math.sqrt(expected * (1 - share));
            return measured.errors() - (explained ? theirs : 0);
        }
    }
}
