package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.latency.Steadiness;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.UpstreamCalls;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import io.birdseye.report.table.LoadOutcome.Grade;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a comparison says, no more than its data carry.
 *
 * @param headline one sentence
 * @param statements how fast, and why some did not keep up
 */
public record Conclusion(String headline, List<Statement> statements) {

    /**
     * One or two sentences.
     *
     * @param names of the rows that they tell of together; empty where they name their rows themselves
     */
    public record Statement(String sentence, List<String> names) {

        /** So many rows of a kind share a statement; fewer have one each, with figures of their own. */
        static final int TOGETHER = 3;

        public Statement {
            names = List.copyOf(names);
        }

        static Statement alone(String sentence) {
            return new Statement(sentence, List.of());
        }

        /** With the names, for media in which nothing can be opened. */
        String whole() {
            return names.isEmpty() ? sentence : sentence + " These are " + Format.list(names) + ".";
        }
    }

    /** More names than these make no sentence; the table has them. */
    private static final int MAX_NAMED = 6;

    /** Whose median is this many times that of the fastest is named apart: it would hide how close the others are. */
    private static final double FAR = 1.5;

    public Conclusion {
        statements = List.copyOf(statements);
    }

    public List<String> details() {
        return statements.stream().map(Statement::whole).toList();
    }

    public static Conclusion of(ComparisonTable comparison) {
        if (comparison.searched()) {
            return CarriedWords.conclusion(comparison);
        }
        List<Row> rows = comparison.rows();
        List<Row> kept = rows.stream().filter(row -> row.standing().isComparable()).toList();
        Stream<String> speed = kept.isEmpty() ? Stream.of() : Stream.of(speed(comparison, kept));
        String many = comparison.results().settings().comparedMany();
        Stream<Statement> behind =
                LoadLimits.behind(rows.stream().filter(row -> !row.standing().isComparable()).toList(), many, Conclusion::why);
        Stream<Statement> near = LoadLimits.near(kept, many);
        Stream<String> overBudget = rows.stream()
                .filter(row -> row.overBudget().isPresent())
                .map(row -> row.name() + " used more than its budget, so its row is not comparable.");
        Stream<String> target = Stream.ofNullable(comparison.results().settings().target())
                .map(used -> "Measured was " + used.describe() + (used.started()
                        ? "."
                        : "; slices of one process are no replicates of builds, so the verdict holds in this process, and"
                                + " --service with --blocks, which starts the process anew for each trial, is the honest way to tell"
                                + " builds apart."));
        Stream<String> axes = AxisEffects.of(comparison).stream().flatMap(effects -> effects.sentences().stream());
        return new Conclusion(headline(comparison, kept),
                Stream.of(
                                alone(ranked(comparison, Metric.P50).stream()), alone(speed),
                                alone(Stream.concat(comparison.tail().stream(), Stream.of(Metric.PROGRAM_CPU))
                                        .flatMap(by -> ranked(comparison, by).stream())), alone(comparison.leftOutInWords().stream()),
                                alone(target), alone(CarryOver.sentence(comparison).stream()), alone(axes), alone(PairedTrials.sentences(comparison).stream()),
                                alone(Precision.sentences(comparison).stream()), alone(comparison.disturbedFloor().stream()), behind, near, alone(overBudget),
                                notSteady(comparison))
                        .flatMap(statements -> statements)
                        .toList());
    }

    private static Stream<Statement> alone(Stream<String> sentences) {
        return sentences.map(Statement::alone);
    }

    /** Each row has its note, so many are told of together: a conclusion of thirty such lines is not read. */
    private static Stream<Statement> notSteady(ComparisonTable comparison) {
        List<Row> moved = comparison.rows().stream().filter(row -> row.notSteady().isPresent()).toList();
        if (moved.size() < Statement.TOGETHER) {
            return moved.stream().map(row -> Statement.alone(row.name() + ": " + row.notSteady().orElse("")));
        }
        Settings settings = comparison.results().settings();
        List<Row.Block> blocks = moved.stream().flatMap(row -> row.blocks().stream()).filter(Row.Block::counts).toList();
        List<Row.Block> missed = blocks.stream().filter(block -> block.moved().isPresent()).toList();
        long faster = missed.stream().filter(Row.Block::becameFaster).count();
        String where = comparison.blocks() == 1
                ? "" : " in one block or more, " + missed.size() + " of their " + blocks.size() + " in all";
        String advice = 2 * faster <= missed.size()
                ? ""
                : " In " + faster + " of " + missed.size() + " the first third of the window was slower than the rest, as after a warm-up"
                        + " that is too short: --warm-up " + Format.setting(2 * settings.run().warmUpSeconds()) + "s doubles it.";
        return Stream.of(new Statement(moved.size() + " " + settings.comparedMany() + " had no steady state" + where
                + ": median response times moved by more than " + Format.percent(Steadiness.TOLERANCE)
                + " within the window, as the notes say." + advice, moved.stream().map(Row::name).toList()));
    }

    private static String headline(ComparisonTable comparison, List<Row> kept) {
        Integer toCome = comparison.results().trialsToCome();
        int known = comparison.results().trials().size();
        String soFar = toCome == null ? "" : "So far, after " + known + " of " + Format.count(known + toCome, "trial") + ": ";
        return soFar + finding(comparison, kept);
    }

    private static String finding(ComparisonTable comparison, List<Row> kept) {
        int all = comparison.rows().size();
        List<Row> invalid = with(comparison, Grade.INVALID);
        if (all == 0) {
            return "Nothing was measured.";
        }
        if (invalid.size() == all) {
            return "No " + comparison.results().settings().compared()
                    + " has enough valid trials, so nothing is concluded: see why below, and measure again.";
        }
        List<Row> failed = with(comparison, Grade.FAILED);
        List<Row> behind = with(comparison, Grade.FELL_BEHIND);
        return Stream.of(
                        kept.isEmpty() ? "" : times(comparison, kept),
                        fate(comparison, behind, all - invalid.size(), "does not keep up", "do not keep up"),
                        fate(comparison, with(comparison, Grade.TOO_MANY_ERRORS), all - invalid.size(),
                                "keeps up, but with too many errors", "keep up, but with too many errors"),
                        fate(comparison, failed, all - invalid.size(), "fails", "fail"),
                        invalid.isEmpty() ? "" : invalid.size() + " of " + all + " had too few valid trials and "
                                + (invalid.size() == 1 ? "is" : "are") + " not judged.",
                        leftOut(comparison),
                        pools(comparison),
                        worth(comparison, kept))
                .filter(sentence -> !sentence.isEmpty()).collect(Collectors.joining(" "));
    }

    /** Where a pool that all requests share holds the calls up, no strategy changes that; empty where none does. */
    private static String pools(ComparisonTable comparison) {
        Map<String, List<UpstreamCalls.Pool>> limits = comparison.rows().stream().flatMap(row -> row.pools().stream())
                .filter(UpstreamCalls.Pool::limits)
                .collect(Collectors.groupingBy(UpstreamCalls.Pool::name, TreeMap::new, Collectors.toList()));
        return limits.values().stream().map(each -> "The pool '" + each.getFirst().name() + "' of "
                + Format.count(each.getFirst().places(), "place") + " and not the strategy is the limit of "
                + (each.size() == comparison.rows().size() ? "all" : each.size() + " of " + comparison.rows().size())
                + ": its places are held " + Format.percent(each.stream().mapToDouble(UpstreamCalls.Pool::busyShare).min().orElse(0))
                + " of the time and more, and calls wait for one.").collect(Collectors.joining(" "));
    }

    private static List<Row> with(ComparisonTable comparison, Grade grade) {
        return comparison.rows().stream().filter(row -> row.standing().grade() == grade).toList();
    }

    private static String leftOut(ComparisonTable comparison) {
        long blocks = comparison.leftOut().stream().map(ComparisonTable.LeftOut::block).distinct().count();
        return blocks == 0 ? "" : blocks + " of " + comparison.blocks() + " blocks " + (blocks == 1 ? "is" : "are") + " left out.";
    }

    /** How fast those are that kept up: the close ones together, and those that take much longer. */
    private static String times(ComparisonTable comparison, List<Row> kept) {
        Settings settings = comparison.results().settings();
        List<Row> timed = kept.stream()
                .filter(row -> row.medianMs() != null).sorted(Comparator.comparingDouble(Conclusion::ms)).toList();
        if (timed.isEmpty()) {
            return "";
        }
        double far = FAR * ms(timed.getFirst());
        List<Row> close = timed.stream().filter(row -> ms(row) <= far).toList();
        List<LeastTime> floors = comparison.floors();
        String load = settings.load().model() == Load.Model.OPEN
                ? "At " + Format.rateAsAsked(settings.load().ratePerSecond())
                : "With " + Format.count(settings.load().users(), "user") + " in a closed loop";
        String said = load + " " + who(settings, close, comparison.rows().size()) + (close.size() == 1 ? " answers in " : " answer in ")
                + Format.range(ms(close.getFirst()), ms(close.getLast()), "ms") + rates(settings, close)
                + (floors.isEmpty() ? "" : "; the " + (floors.size() == 1 ? "" : "lowest ") + "floor is " + floors.getFirst().inWords())
                + ".";
        List<Row> slow = timed.subList(close.size(), timed.size());
        return switch (slow.size()) {
            case 0 -> said;
            case 1, 2, 3 -> said + " " + slow.stream()
                    .map(row -> row.name() + " takes " + Format.ms(ms(row))).collect(Collectors.joining(", ")) + ".";
            default -> said + " " + slow.size() + " take " + Format.range(ms(slow.getFirst()), ms(slow.getLast()), "ms") + ".";
        };
    }

    private static double ms(Row row) {
        Double median = row.medianMs();
        return median == null ? Double.NaN : median;
    }

    private static String fate(ComparisonTable comparison, List<Row> rows, int all, String one, String several) {
        if (rows.isEmpty()) {
            return "";
        }
        if (rows.size() == all) {
            return (all == 1 ? rows.getFirst().name() + " " + one
                    : "All " + all + " " + comparison.results().settings().comparedMany() + " " + several) + ".";
        }
        return (rows.size() <= 3
                ? Format.list(rows.stream().map(Row::name).toList())
                : String.valueOf(rows.size())) + " " + (rows.size() == 1 ? one : several) + ".";
    }

    /** What the order of those that kept up is worth. */
    private static String worth(ComparisonTable comparison, List<Row> kept) {
        if (comparison.ranking() != null || kept.size() < 2 || comparison.results().trialsToCome() != null) {
            return "";
        }
        if (comparison.results().settings().options().profile() != null) {
            return "The trials were profiled, so they are not ranked.";
        }
        return comparison.blocks() == 1 ? "" : comparison.blocks() + " blocks are too few for a ranking.";
    }

    /** A closed load offers no rate, so what it reached is half of the answer. */
    private static String rates(Settings settings, List<Row> kept) {
        DoubleSummaryStatistics rates = kept.stream()
                .flatMap(row -> Stream.ofNullable(row.figure(Measured::achievedPerSecond)))
                .collect(Collectors.summarizingDouble(rate -> rate));
        if (settings.load().model() == Load.Model.OPEN || rates.getCount() == 0) {
            return "";
        }
        return ", " + (rates.getMin() == rates.getMax()
                ? Format.rate(rates.getMax())
                : Format.rate(rates.getMin()) + " to " + Format.rate(rates.getMax()));
    }

    /** What the comparison with the best by a figure says; empty where there is none. */
    private static Optional<String> ranked(ComparisonTable comparison, Metric by) {
        Ranking ranking = comparison.rankings().get(by);
        if (ranking == null) {
            return Optional.empty();
        }
        Settings settings = comparison.results().settings();
        String margin = Format.percent(ranking.margin());
        String others = Stream.of(
                        named(settings, ranking, Verdict.EQUIVALENT, "as good as the best (less than " + margin + " " + by.worse("slower") + ")"),
                        named(settings, ranking, Verdict.SLOWER_WITHIN_MARGIN, by.worse("slower") + ", but by less than " + margin),
                        named(settings, ranking, Verdict.SLOWER, by.worse("slower")),
                        named(settings, ranking, Verdict.UNDECIDED, "not enough blocks to tell"))
                .flatMap(Optional::stream).collect(Collectors.joining("; "));
        String process = comparison.inOneProcess() ? " of this process" : "";
        String best = ranking.places().getFirst().strategy();
        // Whose blocks scatter far more than those of the others is not taken for the best.
        List<String> lower = ranking.places().stream().filter(place -> place.ratio() < 1).map(Ranking.Place::strategy).toList();
        return Optional.of(best + (lower.isEmpty()
                        ? " has the lowest " + by.words() + " in " + ranking.blocks() + " blocks" + process
                        : " is the best by " + by.words() + " in " + ranking.blocks() + " blocks" + process + "; lower, but in blocks that differ too much to be the best: "
                                + Format.list(lower))
                + "; " + others + "." + (by == Metric.P50 || ranking.detectableRatio() > ComparisonTable.TELLS_NOTHING
                        ? ""
                        : " A difference of " + Format.percent(ranking.detectableRatio() - 1) + " would be found in nine of ten such runs."));
    }

    private static Optional<String> named(Settings settings, Ranking ranking, Verdict verdict, String words) {
        List<String> names = ranking.places().stream()
                .filter(place -> place.verdict() == verdict).map(Ranking.Place::strategy).toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(words + ": "
                        + (names.size() <= MAX_NAMED ? Format.list(names) : names.size() + " " + settings.comparedMany()));
    }

    private static String who(Settings settings, List<Row> rows, int all) {
        if (rows.size() == all) {
            return all == 1 ? rows.getFirst().name() : "all " + all + " " + settings.comparedMany();
        }
        return rows.size() == 1 ? rows.getFirst().name() : rows.size() + " of " + all + " " + settings.comparedMany();
    }

    /** Of those that are compared, where some are: the others were measured in other blocks. */
    private static String speed(ComparisonTable comparison, List<Row> kept) {
        Ranking ranking = comparison.ranking();
        List<Row> timed = kept.stream()
                .filter(row -> row.medianMs() != null && (ranking == null || row.place().verdict() != Verdict.UNRANKED))
                .sorted(Comparator.comparingDouble(Conclusion::ms)).toList();
        if (timed.size() < 2) {
            return kept.getFirst().name() + " answered in " + median(kept.getFirst()) + excess(kept.getFirst()) + ".";
        }
        String range = "Median response times of those that " + (ranking == null ? "kept up" : "are compared") + " range from "
                + median(timed.getFirst()) + " (" + timed.getFirst().name() + excess(timed.getFirst()) + ") to "
                + median(timed.getLast()) + " (" + timed.getLast().name() + excess(timed.getLast()) + ").";
        if (ranking == null) {
            return range;
        }
        Ranking.Place last = ranking.places().getLast();
        return range + (last.interval() == null
                ? " "
                : " The slowest takes " + Format.times(last.ratio()) + " the time of the best (interval "
                        + (ranking.precision() < ComparisonTable.TELLS_NOTHING
                                ? last.interval().inWords()
                                : "wider than a factor of ten to either side")
                        + "). ") + ComparisonTable.detectableInWords(ranking, comparison.results().settings().compared());
    }

    private static String median(Row row) {
        Double median = row.medianMs();
        return median == null ? Format.NONE : Format.ms(median);
    }

    private static String excess(Row row) {
        return row.excessMs() == null ? "" : ", excess " + row.excess() + " ms";
    }

    private static String why(Row row) {
        String did = switch (row.standing().grade()) {
            case KEPT_UP -> "kept up";
            case TOO_MANY_ERRORS -> "kept up, but answered with too many errors";
            case FELL_BEHIND -> "did not keep up";
            case INVALID -> row.validBlocks().isEmpty() ? "has no valid trial" : "has too few valid trials";
            case FAILED -> "failed";
        };
        return row.name() + " " + did + ": " + row.standing().reason() + "."
                + row.whyBehind().map(why -> " " + why).orElse("");
    }
}
