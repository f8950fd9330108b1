package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.Standing.Grade;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison says, no more than its data carry.
 *
 * @param headline one sentence
 * @param details one sentence each: how fast, and why some did not keep up
 */
public record Conclusion(String headline, List<String> details) {

    /** More names than these make no sentence; the table has them. */
    private static final int NAMED_AT_MOST = 6;

    public Conclusion {
        details = List.copyOf(details);
    }

    /** Concludes from a comparison. */
    public static Conclusion of(ComparisonTable comparison) {
        List<Row> rows = comparison.rows();
        List<Row> kept = rows.stream().filter(row -> row.standing().keptUp()).toList();
        Stream<String> speed = kept.isEmpty() ? Stream.of() : Stream.of(speed(comparison, kept));
        Stream<String> behind = rows.stream()
                .filter(row -> !row.standing().keptUp())
                .sorted(Comparator.comparing(row -> row.standing().grade()))
                .map(Conclusion::why);
        Stream<String> near = kept.stream().flatMap(row -> row.nearLimit()
                .map(note -> row.strategy() + ": " + note).stream());
        Stream<String> overBudget = rows.stream()
                .filter(row -> row.overBudget().isPresent())
                .map(row -> row.strategy() + " used more than its budget, so its row is not comparable.");
        Stream<String> notSteady = rows.stream()
                .flatMap(row -> row.notSteady().map(note -> row.strategy() + ": " + note).stream());
        Stream<String> target = Stream.ofNullable(comparison.results().settings().target())
                .map(used -> "Measured was " + used.describe() + (used.started()
                        ? "."
                        : "; one process served all variants, so one that is overloaded also slows the next."));
        return new Conclusion(headline(comparison, kept),
                Stream.of(speed, target, PairedTrials.sentences(comparison).stream(),
                                NoiseSplit.sentences(comparison).stream(), behind, near, overBudget, notSteady).flatMap(details -> details).toList());
    }

    private static String headline(ComparisonTable comparison, List<Row> kept) {
        int all = comparison.rows().size();
        int invalid = (int) comparison.rows().stream()
                .filter(row -> row.standing().grade() == Grade.INVALID)
                .count();
        if (invalid > 0 && invalid == all) {
            return "No " + comparison.results().settings().compared() + " has valid trials only, so nothing is concluded: see why below, and measure again.";
        }
        return headline(comparison, kept, all - invalid) + (invalid == 0
                ? ""
                : " " + invalid + " of " + all + " had an invalid trial and " + (invalid == 1 ? "is" : "are") + " not judged.");
    }

    /** @param all the strategies that are judged */
    private static String headline(ComparisonTable comparison, List<Row> kept, int all) {
        Load load = comparison.results().settings().load();
        Ranking ranking = comparison.ranking();
        if (all == 0) {
            return "Nothing was measured.";
        }
        if (ranking != null) {
            return ranked(comparison.results().settings(), ranking, all - kept.size(), all, switch (load.model()) {
                case OPEN -> "with " + Format.rateAsAsked(load.ratePerSecond());
                case CLOSED -> "with " + Format.count(load.users(), "user") + " in a closed loop";
            });
        }
        String did = switch (load.model()) {
            case OPEN -> " kept up with " + Format.rateAsAsked(load.ratePerSecond());
            case CLOSED -> " answered every request of " + Format.count(load.users(), "user") + " in a closed loop"
                    + rates(kept);
        };
        return comparison.blocks() == 1
                ? "In this single run " + who(comparison.results().settings(), kept, all) + did + "; one block gives no ranking."
                : "In " + comparison.blocks() + " blocks " + who(comparison.results().settings(), kept, all) + did + "; that is too few for a ranking.";
    }

    /** A closed load offers no rate, so what it reached is half of the answer. */
    private static String rates(List<Row> kept) {
        DoubleSummaryStatistics rates = kept.stream()
                .flatMap(row -> Stream.ofNullable(row.figure(Measured::achievedPerSecond)))
                .collect(Collectors.summarizingDouble(rate -> rate));
        return switch ((int) Math.min(2, rates.getCount())) {
            case 0 -> "";
            case 1 -> ", at " + Format.rate(rates.getMax());
            default -> ", at " + Format.rate(rates.getMin()) + " to " + Format.rate(rates.getMax());
        };
    }

    private static String ranked(Settings settings, Ranking ranking, int behind, int all, String under) {
        String others = Stream.of(
                        named(settings, ranking, Verdict.EQUIVALENT, "as good as the best (less than 5 % apart)"),
                        named(settings, ranking, Verdict.SLOWER, "slower"),
                        named(settings, ranking, Verdict.UNDECIDED, "not enough blocks to tell"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return ranking.places().getFirst().strategy() + " has the lowest median response time " + under + " in "
                + ranking.blocks() + " blocks; " + others + "."
                + (behind == 0 ? "" : " " + behind + " of " + all + " did not keep up.");
    }

    private static Optional<String> named(Settings settings, Ranking ranking, Verdict verdict, String words) {
        List<String> names = ranking.places().stream()
                .filter(place -> place.verdict() == verdict)
                .map(Ranking.Place::strategy)
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(words + ": "
                        + (names.size() <= NAMED_AT_MOST ? Format.list(names) : names.size() + " " + settings.comparedMany()));
    }

    private static String who(Settings settings, List<Row> kept, int all) {
        String many = settings.comparedMany();
        if (kept.isEmpty()) {
            return all == 1 ? "the one " + settings.compared() + " never" : "none of " + all + " " + many;
        }
        if (kept.size() == all) {
            return all == 1 ? kept.getFirst().strategy() : "all " + all + " " + many;
        }
        return kept.size() <= 3
                ? Format.list(kept.stream().map(Row::strategy).toList()) + " (" + kept.size() + " of " + all + ")"
                : kept.size() + " of " + all + " " + many;
    }

    private static String speed(ComparisonTable comparison, List<Row> kept) {
        Ranking ranking = comparison.ranking();
        Row fastest = kept.getFirst();
        Row slowest = kept.getLast();
        if (kept.size() == 1) {
            return fastest.strategy() + " answered in " + median(fastest) + ".";
        }
        String range = "Median response times of those that kept up range from " + median(fastest) + " ("
                + fastest.strategy() + ") to " + median(slowest) + " (" + slowest.strategy() + ").";
        if (ranking == null) {
            return range;
        }
        Ranking.Place last = ranking.places().getLast();
        return range + (last.interval() == null
                ? " "
                : " The slowest takes " + Format.times(last.ratio()) + " the time of the best (interval "
                        + last.interval().inWords() + "). ") + ComparisonTable.detectableInWords(ranking, comparison.results().settings().compared());
    }

    private static String median(Row row) {
        Double median = row.medianMs();
        Double times = row.timesFloor();
        return median == null
                ? Format.NONE
                : Format.ms(median) + (times == null ? "" : ", " + Format.times(times) + " its floor");
    }

    private static String why(Row row) {
        String did = switch (row.standing().grade()) {
            case KEPT_UP -> "kept up";
            case FELL_BEHIND -> "did not keep up";
            case INVALID -> row.blocks().stream().allMatch(block -> block.standing().grade() == Grade.INVALID)
                    ? "has no valid trial"
                    : "has an invalid trial";
            case FAILED -> "failed";
        };
        return row.strategy() + " " + did + ": " + row.standing().reason() + "."
                + row.whyBehind().map(why -> " " + why).orElse("");
    }
}
