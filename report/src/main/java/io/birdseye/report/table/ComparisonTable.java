package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.capacity.Capacity;
import io.birdseye.report.capacity.TaskNames;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.RatioInterval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A whole comparison, ready to be shown: of response times at one rate, or of the rates that rows carry within an objective, by the
 * time that they need for a request. Terminal, Markdown, CSV, JSON, page, conditions and exports all show these rows.
 *
 * @param rows the ranked ones by their place, then those that kept up by median response time, then the others; in a search before
 *     all others those that carry more than could be offered
 * @param rankings empty for a single block: one JVM per strategy says nothing about the next one. Else by median response
 *     time, and by other figures where every trial knows them; in a search by what rows carry
 */
public record ComparisonTable(Results results, List<Row> rows, Map<Metric, Ranking> rankings, TaskNames names, Simplicity simplicity) {

    /** Ratios and intervals from here on are told without figures: two blocks that are unlike give some of dozens of digits. */
    static final double TELLS_NOTHING = 10;

    /** More blocks make no sentence. */
    private static final int MAX_LEFT_OUT = 4;

    private static final String ORDER = "Those that kept up come first, ordered by median response time.";

    public ComparisonTable {
        rows = List.copyOf(rows);
        rankings = Map.copyOf(rankings);
    }

    public static ComparisonTable of(Results results, Path folder) {
        return of(results, folder, Simplicity.NONE);
    }

    /**
     * Draws results together.
     *
     * @param folder to which the histograms of the trials are relative; missing ones are noted
     * @throws IllegalArgumentException if the results contradict themselves
     */
    public static ComparisonTable of(Results results, Path folder, Simplicity simplicity) {
        TaskNames names = TaskNames.of(results);
        Map<RowKey, List<Trial>> trials = results.byRow();
        BiFunction<RowKey, IntPredicate, Row> build = (row, compared) ->
                new RowBuilder(results, folder, Capacity.of(results, row, names)).build(trials.getOrDefault(row, List.of()), compared);
        List<Row> each = trials.keySet().stream().map(row -> build.apply(row, _ -> true)).toList();
        Optional<CommonBlocks> common =
                results.settings().options().profile() == null ? CommonBlocks.of(results, each) : Optional.empty();
        // Figures and ratios of one row are of the same blocks.
        List<Row> rows = each.stream()
                .map(row -> common
                        .filter(some -> some.compares(row) && !some.blocks().containsAll(row.validBlocks()))
                        .map(some -> build.apply(row.key(), some.blocks()::contains))
                        .orElse(row))
                .toList();
        Map<Metric, Ranking> rankings = common.map(ComparisonTable::rankings).orElse(Map.of());
        List<Row> whole = Carried.overProcesses(LeastTime.with(results, rows, common), !rankings.isEmpty());
        return new ComparisonTable(results, ordered(results, whole, rankings), rankings, names, simplicity);
    }

    /** By the median; by the highest percentile that every trial carries; by CPU time where it is known. Of a search by its answer alone. */
    private static Map<Metric, Ranking> rankings(CommonBlocks common) {
        Map<Metric, Ranking> rankings = new EnumMap<>(Metric.class);
        Metric by = Metric.first(common.results().settings());
        Optional<Ranking> first = common.ranking(by);
        first.ifPresent(ranking -> rankings.put(by, ranking));
        if (first.isEmpty() || by == Metric.CAPACITY) {
            return rankings;
        }
        Metric.TAILS.stream()
                .filter(tail -> common.ranking(tail).isPresent())
                .findFirst().ifPresent(tail -> rankings.put(tail, common.ranking(tail).orElseThrow()));
        common.ranking(Metric.PROGRAM_CPU).ifPresent(ranking -> rankings.put(Metric.PROGRAM_CPU, ranking));
        return rankings;
    }

    public Recommendation recommendation() {
        return Recommendation.of(this, results.settings().target() == null ? simplicity : Simplicity.NONE);
    }

    public boolean searched() {
        return results.settings().searched();
    }

    /** The figure by which rows are ordered: the median response time, or in a search what they carry. */
    public Metric by() {
        return Metric.first(results.settings());
    }

    /** By that figure; null where there is none. */
    public @Nullable Ranking ranking() {
        return rankings.get(by());
    }

    /** The percentile above the median by which rows are compared; empty where none is. */
    public Optional<Metric> tail() {
        return Metric.TAILS.stream().filter(rankings::containsKey).findFirst();
    }

    /** Whether every row that kept up has a p99. */
    boolean carriesP99() {
        return rows.stream().filter(row -> row.standing().keptUp())
                .allMatch(row -> row.latency(Measured::response, Trial.Latency::p99Ms) != null);
    }

    /** The floor of each combination of axis values, the lowest first; empty where none is known. */
    public List<LeastTime> floors() {
        return rows.stream()
                .filter(row -> row.floorMs() > 0)
                .collect(Collectors.toMap(row -> row.key().axes(), Row::floor, (one, _) -> one))
                .values().stream().sorted(Comparator.comparingDouble(LeastTime::ms)).toList();
    }

    public int blocks() {
        return results.blocks();
    }

    public String orderInWords() {
        Ranking ranking = ranking();
        if (searched()) {
            return CarriedWords.order(this);
        }
        if (ranking != null) {
            return "Compared with the best by median response time over " + (ranking.blocks() == blocks() ? "" : ranking.blocks() + " of ")
                    + blocks() + " blocks" + (inOneProcess() ? " of slices of one process" : "") + "; all statements"
                    + " hold together with 95 % confidence" + (inOneProcess() ? ", in this process" : "") + ". As good as the best: less than "
                    + Format.percent(ranking.margin()) + " slower, and not shown to be slower by 1 %. Not enough blocks"
                    + " (~n): about n blocks would tell. " + detectableInWords(ranking, results.settings().compared())
                    + others() + " Those that did not keep up, or answered with too many errors, are not ranked.";
        }
        if (results.settings().options().profile() != null) {
            return "No ranking: the trials were profiled, and the profiler takes time. " + ORDER;
        }
        return (blocks() == 1
                        ? "A single block: an indication, no ranking."
                        : "No ranking: it takes two whole blocks and two " + results.settings().comparedMany()
                        + " that kept up in both.")
                + " " + ORDER;
    }

    private String others() {
        List<String> others = rankings.keySet().stream().filter(by -> by != Metric.P50).sorted().map(Metric::words).toList();
        return others.isEmpty()
                ? ""
                : (others.size() == 1 ? " By itself, " : " Each by itself, ") + Format.list(others) + (others.size() == 1 ? " is" : " are") + " compared in the same way.";
    }

    public List<Row> measured() {
        return rows.stream().filter(row -> row.figures() != null).toList();
    }

    /**
     * Two rows by themselves, whatever the others do: the ratio of their median response times, or of the times that they need for a
     * request at the rates that they carry, over the blocks that both have.
     */
    public record Pair(int blocks, double ratio, Interval interval) {}

    /** Empty where too few of the blocks that were measured have valid trials of both. */
    public Optional<Pair> pair(Row one, Row other, RatioInterval intervals) {
        Set<Integer> together = CommonBlocks.whole(List.of(one, other));
        if (together.isEmpty()) {
            return Optional.empty();
        }
        double[] of = figures(one, together);
        double[] to = figures(other, together);
        return Optional.of(new Pair(of.length, RatioInterval.ratio(of, to), intervals.of(of, to)));
    }

    private double[] figures(Row row, Set<Integer> blocks) {
        return Trial.byBlock(row.trialsOf(blocks), by()::lessIsBetter).values().stream().mapToDouble(each -> each).toArray();
    }

    /** A block that is left out because of one row. */
    public record LeftOut(int block, String row, LoadOutcome standing) {}

    /** By block, those of the rows that are judged over the others. */
    public List<LeftOut> leftOut() {
        return rows.stream()
                .flatMap(row -> row.leftOut().stream().map(block -> new LeftOut(block.block(), row.name(), block.standing())))
                .sorted(Comparator.comparingInt(LeftOut::block)).toList();
    }

    /** Which blocks are left out and why, in one sentence; empty where none is. */
    public Optional<String> leftOutInWords() {
        Map<Integer, List<LeftOut>> blocks =
                leftOut().stream().collect(Collectors.groupingBy(LeftOut::block, TreeMap::new, Collectors.toList()));
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        List<String> each = new ArrayList<>(blocks.values().stream().limit(MAX_LEFT_OUT).map(ComparisonTable::inWords).toList());
        if (blocks.size() > MAX_LEFT_OUT) {
            each.add(blocks.size() - MAX_LEFT_OUT + " more, as the notes say");
        }
        Ranking ranking = ranking();
        return Optional.of("Left out, " + blocks.size() + " of " + blocks() + " blocks: " + Format.list(each) + "."
                + (ranking == null ? "" : " The comparison stands on the " + ranking.blocks() + " blocks in which all trials of its "
                        + results.settings().comparedMany() + " are valid."));
    }

    private static String inWords(List<LeftOut> block) {
        LeftOut first = block.getFirst();
        return "block " + first.block() + " (" + first.row() + " " + first.standing().inWords()
                + (block.size() == 1 ? "" : "; " + (block.size() - 1) + " more") + ")";
    }

    /** Whether all trials were slices of one process, so that what it took from its start is in all of them. */
    public boolean inOneProcess() {
        return results.settings().inOneProcess();
    }

    /** Whether it is known of a row what its mean response time went to. */
    public boolean partsKnown() {
        return rows.stream().anyMatch(row -> row.figure(Measured::parts) != null);
    }

    /**
     * Why a row is slower than the one on top of the table; empty for that one, for a row that is not shown to be slower, or without
     * a ranking by twice the margin, and where the parts are not known.
     */
    public Optional<String> slowerBecause(Row row) {
        return rows.stream()
                .filter(other -> other.figure(Measured::parts) != null)
                .findFirst()
                .filter(first -> first != row && (ranking() != null
                        ? row.place().verdict().shownSlower()
                        : row.medianMs() != null && first.medianMs() != null
                                && row.medianMs() > first.medianMs() * (1 + 2 * results.settings().marginOrDefault())))
                .flatMap(first -> SlowerBecause.words(row, first));
    }

    /**
     * What is wrong with the floor, in one sentence; empty where nothing is known to be. The floor is measured first, and no
     * bound tells whether something disturbed it; trials under load that took less time than a request alone do. A scenario may
     * end the longest combination before its slowest call, so only equal delays are judged.
     */
    public Optional<String> disturbedFloor() {
        Settings settings = results.settings();
        if (settings.scenario() != null || settings.target() != null) {
            return Optional.empty();
        }
        List<Row> kept = rows.stream().filter(row -> row.standing().keptUp() && row.excessMs() != null).toList();
        List<Row> below = kept.stream().filter(row -> excess(row) + Objects.requireNonNullElse(row.floor().excessHalfMs(), 0.0) < 0).toList();
        return below.stream().min(Comparator.comparing(ComparisonTable::excess)).map(lowest -> below.size() + " of "
                + kept.size() + " " + settings.comparedMany() + " took less time under load than a request alone (" + lowest.name()
                + ": median " + Format.ms(lowest.floorMs() + excess(lowest)) + ", floor " + Format.ms(lowest.floorMs())
                + "), so something disturbed the machine while the floor was measured: what they add to it, and what they can"
                + " carry, is more than is shown.");
    }

    private static double excess(Row row) {
        return Objects.requireNonNullElse(row.excessMs(), 0.0);
    }

    public boolean equalBudgets() {
        return rows.stream().filter(Row::budgetKnown).map(Row::budget).distinct().count() <= 1;
    }

    /** The smallest difference that is likely to be found. */
    static String detectableInWords(Ranking ranking, String compared) {
        return ranking.detectableRatio() > TELLS_NOTHING
                ? "The blocks differ so much that even a " + compared + " ten times as slow would often not be found."
                : "A " + compared + " that is slower by " + Format.percent(ranking.detectableRatio() - 1)
                        + " would be found in nine of ten such runs.";
    }

    private static List<Row> ordered(Results results, List<Row> rows, Map<Metric, Ranking> rankings) {
        Metric by = Metric.first(results.settings());
        Ranking ranking = rankings.get(by);
        List<Ranking.Place> places = ranking == null ? List.of() : ranking.places();
        long kept = rows.stream().filter(row -> row.standing().isComparable()).count();
        return rows.stream()
                .map(row -> row.standing().isComparable() ? row.with(places(row, by, rankings, whyUnranked(row, kept, results))) : row)
                .sorted(Comparator
                        .comparing((Row row) -> ranking == null || !row.carriesMore())
                        .thenComparingInt(row -> places.contains(row.place()) ? places.indexOf(row.place()) : rows.size())
                        .thenComparing(row -> row.standing().grade())
                        .thenComparingDouble(row -> row.carried() != null
                                ? -row.carried().perSecond() : Objects.requireNonNullElse(row.medianMs(), Double.MAX_VALUE)))
                .toList();
    }

    private static Map<Metric, Ranking.Place> places(Row row, Metric by, Map<Metric, Ranking> rankings, String whyUnranked) {
        Map<Metric, Ranking.Place> places = new EnumMap<>(Map.of(by, Ranking.Place.unranked(row.name(), whyUnranked)));
        rankings.forEach((other, ranking) -> ranking.places().stream()
                .filter(place -> place.strategy().equals(row.name()))
                .forEach(place -> places.put(other, place)));
        return places;
    }

    private static String whyUnranked(Row row, long kept, Results results) {
        if (results.settings().searched()) {
            return "a comparison takes two processes or more of two " + results.settings().comparedMany() + " that have an answer in each";
        }
        if (results.settings().options().profile() != null) {
            return "its trials were profiled, and the profiler takes time";
        }
        int blocks = results.blocks();
        if (blocks == 1) {
            return "one block gives no ranking";
        }
        if (kept == 1) {
            return "no other " + results.settings().compared() + " can be compared";
        }
        return row.leftOut().isEmpty()
                ? "it was measured in " + row.blocks().size() + " of " + blocks + " blocks; a ranking takes two blocks in"
                        + " which all of its " + results.settings().comparedMany() + " were measured"
                : "its trials are valid in " + row.validBlocks().size() + " of " + blocks + " blocks; with it too few blocks would be"
                        + " left in which all are";
    }
}
