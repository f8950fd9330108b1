package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.Standing.Verdict;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a comparison says, no more than its data carry.
 *
 * @param headline one sentence
 * @param details one sentence each: how fast, and why some did not keep up
 */
public record Conclusion(String headline, List<String> details) {

    /** More names than these make no sentence; the table has them, by rank. */
    private static final int NAMED_AT_MOST = 6;

    public Conclusion {
        details = List.copyOf(details);
    }

    /** Concludes from a comparison. */
    public static Conclusion of(ComparisonTable comparison) {
        List<Row> kept = comparison.rows().stream().filter(row -> row.standing().keptUp()).toList();
        List<String> details = new ArrayList<>();
        kept.stream().findFirst().ifPresent(row -> details.add(speed(comparison, kept)));
        for (Verdict verdict : Verdict.values()) {
            if (verdict != Verdict.KEPT_UP) {
                comparison.rows().stream()
                        .filter(row -> row.standing().verdict() == verdict)
                        .forEach(row -> details.add(why(row)));
            }
        }
        comparison.rows().stream()
                .filter(Row::overBudget)
                .forEach(row -> details.add(row.strategy() + " used more than its budget, so its row is not"
                        + " comparable."));
        comparison.rows().forEach(
                row -> row.steadyStateNote().ifPresent(note -> details.add(row.strategy() + ": " + note)));
        return new Conclusion(headline(comparison, kept), details);
    }

    private static String headline(ComparisonTable comparison, List<Row> kept) {
        int all = comparison.rows().size();
        if (all == 0) {
            return "Nothing was measured.";
        }
        Load load = comparison.results().settings().load();
        Ranking ranking = comparison.ranking();
        if (ranking != null) {
            return ranked(ranking, kept.size(), all, switch (load.model()) {
                case OPEN -> "with " + Format.rateAsAsked(load.ratePerSecond());
                case CLOSED -> "with " + Format.count(load.users(), "user") + " in a closed loop";
            });
        }
        String did = switch (load.model()) {
            case OPEN -> " kept up with " + Format.rateAsAsked(load.ratePerSecond());
            case CLOSED -> " answered every request of " + Format.count(load.users(), "user") + " in a closed loop"
                    + rates(kept);
        };
        return (comparison.blocks() == 1 ? "In this single run " : "In " + comparison.blocks() + " blocks ")
                + who(kept, all) + did
                + (comparison.blocks() == 1 ? "; one block gives no ranking." : "; that is too few for a ranking.");
    }

    /** A closed load offers no rate, so what it reached is half of the answer. */
    private static String rates(List<Row> kept) {
        DoubleSummaryStatistics rates = kept.stream()
                .map(Row::figures)
                .flatMap(Stream::ofNullable)
                .mapToDouble(Measured::achievedPerSecond)
                .summaryStatistics();
        return switch ((int) Math.min(2, rates.getCount())) {
            case 0 -> "";
            case 1 -> ", at " + Format.rate(rates.getMax());
            default -> ", at " + Format.rate(rates.getMin()) + " to " + Format.rate(rates.getMax());
        };
    }

    private static String ranked(Ranking ranking, int kept, int all, String under) {
        List<String> first = ranking.places().stream()
                .filter(place -> place.rank() == 1)
                .map(Ranking.Place::strategy)
                .toList();
        String others = all == kept ? "" : "; " + (all - kept) + " of " + all + " did not keep up";
        if (first.size() == ranking.places().size()) {
            return "No difference in median response time " + under + " between " + named(first)
                    + " can be told from noise in " + ranking.blocks() + " blocks" + others + ".";
        }
        return (first.size() == 1
                        ? first.getFirst() + " answered fastest " + under
                        : named(first) + " answered fastest " + under + " and cannot be told apart")
                + others + ".";
    }

    private static String named(List<String> strategies) {
        return strategies.size() <= NAMED_AT_MOST
                ? Format.list(strategies)
                : strategies.size() + " strategies, " + strategies.getFirst() + " the first of them,";
    }

    private static String who(List<Row> kept, int all) {
        if (kept.isEmpty()) {
            return all == 1 ? "the one strategy never" : "none of " + all + " strategies";
        }
        if (kept.size() == all) {
            return all == 1 ? kept.getFirst().strategy() : "all " + all + " strategies";
        }
        return kept.size() <= 3
                ? Format.list(kept.stream().map(Row::strategy).toList()) + " (" + kept.size() + " of " + all + ")"
                : kept.size() + " of " + all + " strategies";
    }

    private static String speed(ComparisonTable comparison, List<Row> kept) {
        Row fastest = kept.getFirst();
        Row slowest = kept.getLast();
        if (kept.size() == 1) {
            return fastest.strategy() + " answered in " + median(fastest) + ".";
        }
        Ranking ranking = comparison.ranking();
        String range = "Median response times of those that kept up range from " + median(fastest) + " ("
                + fastest.strategy() + ") to " + median(slowest) + " (" + slowest.strategy() + ").";
        return ranking == null ? range : range + slowestRatio(ranking);
    }

    private static String slowestRatio(Ranking ranking) {
        Ranking.Place last = ranking.places().getLast();
        Interval interval = last.interval();
        return interval == null
                ? ""
                : " The slowest takes " + Format.times(last.ratioToBest()) + " the time of the fastest (95 % interval "
                        + Format.times(interval.low()) + " to " + Format.times(interval.high()) + ").";
    }

    private static String median(Row row) {
        Measured figures = row.figures();
        Double times = row.timesFloor();
        if (figures == null) {
            return Format.NONE;
        }
        return Format.ms(figures.response().p50Ms()) + (times == null ? "" : ", " + Format.times(times) + " its floor");
    }

    private static String why(Row row) {
        String verdict = switch (row.standing().verdict()) {
            case KEPT_UP -> "kept up";
            case FELL_BEHIND -> "did not keep up";
            case INVALID -> row.blocks().stream().allMatch(block -> block.standing().verdict() == Verdict.INVALID)
                    ? "has no valid trial"
                    : "has an invalid trial";
            case FAILED -> "failed";
        };
        return row.strategy() + " " + verdict + ": " + row.standing().reason() + "."
                + row.whyBehind().map(why -> " " + why).orElse("");
    }
}
