package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Settings;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.statistics.Ranking.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What a search for the highest rates says, in columns and sentences. */
public final class CarriedWords {

    /** Why a row carries less than its X_max. */
    public static final String ABOUT_LIMITS =
            "At X_max one resource would be busy all the time, and requests would wait without end; an objective ends before.";

    private CarriedWords() {}

    static List<Column<Row>> columns(ComparisonTable table) {
        return Stream.concat(carried(table).stream(), costs(table).stream().skip(1)).toList();
    }

    /** What was offered beyond what each carries: {@code at 120 %}; empty where nothing was. */
    public static Optional<String> beyond(ComparisonTable table) {
        return answered(table).map(row -> carried(row).timesBeyond())
                .filter(times -> !Double.isNaN(times)).findFirst().map(times -> "at " + Format.percent(times));
    }

    public static List<Column<Row>> carried(ComparisonTable table) {
        String beyond = beyond(table).orElse("");
        List<Column<Row>> columns = new ArrayList<>(List.of(
                Column.name(table),
                new Column<>("carries", "/s", false, Column.ALWAYS,
                        row -> row.carried() == null ? row.isJudged() ? "none" : Format.NONE : row.carried().rate()),
                Column.carried("95 % interval", "/s", 9, Carried::range),
                Column.carried("replicas", "for 1,000/s", 6, Carried::replicas),
                Column.carried("in time", beyond, 7, each -> Double.isNaN(each.keptBeyond()) ? Format.NONE : Format.percent(each.keptBeyond())),
                Column.carried("p" + table.results().settings().objective().percentile() + " ms", beyond, 4, each -> Format.number(each.msBeyond())),
                Column.carried("well again", "after", 7, Carried::recovery),
                new Column<>("X_max", "/s", false, 5,
                        row -> row.carried() == null ? Format.NONE : Column.limit(row, Format::perSecond))));
        Column.against(table).ifPresent(column -> columns.add(1, column));
        return columns;
    }

    public static List<Column<Row>> costs(ComparisonTable table) {
        return List.of(
                Column.name(table), cost(Metric.PROGRAM_CPU, "ms/answer", 8), cost(Metric.ALLOCATION, "MB/answer", 3),
                Column.figure(Metric.THREADS, 5),
                new Column<>("memory", "MB/request", false, 4, row -> row.carried() == null
                        ? Format.NONE : Format.number(row.figure(row.carried()::megabytesPerRequest))));
    }

    private static Column<Row> cost(Metric figure, String unit, int keep) {
        return new Column<>(figure.title(), unit, false, keep, row -> figure.text(row.value(figure)));
    }

    private static Stream<Row> answered(ComparisonTable table) {
        return table.rows().stream().filter(row -> row.carried() != null);
    }

    private static Carried carried(Row row) {
        return Objects.requireNonNull(row.carried(), "of a row with an answer");
    }

    static Conclusion conclusion(ComparisonTable table) {
        Stream<String> limits = answered(table).findAny().isEmpty()
                ? Stream.of() : Stream.concat(Stream.of("What keeps them from more. " + ABOUT_LIMITS), limits(table).stream());
        return new Conclusion(headline(table), Stream.concat(limits, failures(table).stream()).map(Conclusion.Statement::alone).toList());
    }

    private static String headline(ComparisonTable table) {
        List<Row> answered = answered(table).toList();
        String within = " within " + table.results().settings().objective();
        if (answered.isEmpty()) {
            return table.rows().isEmpty() ? "Nothing was measured."
                    : "No " + table.results().settings().compared() + " has an answer" + within + ": see why below.";
        }
        Row first = answered.getFirst();
        Carried most = carried(first);
        String said = first.name() + (answered.size() == 1 ? " carries " : " carries most: ") + (most.atLeast() ? "at least " : "")
                + Format.rate(most.perSecond()) + (most.atLeast() ? "" : " (" + most.range() + ")") + within + ".";
        if (table.ranking() == null) {
            Row last = answered.getLast();
            String others = answered.size() == 1 ? "" : " The least is " + last.name() + " with " + Format.rate(carried(last).perSecond()) + ".";
            return said + others + (answered.size() > 1 && table.blocks() == 1 ? " An indication: one process each gives no ranking." : "");
        }
        return said + verdict(table, Verdict.EQUIVALENT, " As good: ")
                + verdict(table, Verdict.SLOWER_WITHIN_MARGIN, " Less, but within the margin: ")
                + verdict(table, Verdict.SLOWER, " Less: ") + verdict(table, Verdict.UNDECIDED, " Not enough processes to tell: ");
    }

    private static String verdict(ComparisonTable table, Verdict verdict, String words) {
        List<String> names = table.rows().stream().filter(row -> row.place().verdict() == verdict)
                .map(row -> verdict.shownSlower() ? row.name() + " (" + Column.words(row, table.by()) + ")" : row.name()).toList();
        return names.isEmpty() ? "" : words + Format.list(names) + ".";
    }

    static String order(ComparisonTable table) {
        Ranking ranking = table.ranking();
        String processes = table.inOneProcess() ? "one search" : table.blocks() == 1 ? "one process" : table.blocks() + " processes";
        Settings settings = table.results().settings();
        return "The highest rate at which " + settings.objective() + " holds, a failure being too late; " + processes + " each"
                + (table.inOneProcess() ? ", all in one process, in which alone this holds" : "")
                + (ranking == null ? "" : "; compared with the best over " + ranking.blocks() + " blocks, all statements together with 95 % confidence. "
                        + ComparisonTable.detectableInWords(ranking, settings.compared()).replace("is slower by", "carries less by"))
                + ". CPU, memory and threads are those at four fifths of that rate; CPU is without the compilers.";
    }

    public static List<String> limits(ComparisonTable table) {
        return answered(table)
                .map(row -> row.name() + ": " + carried(row).limit()
                        + (row.limitKnown() ? "; X_max " + Format.rate(row.limit().perSecond()) : "") + ".")
                .toList();
    }

    /** Why rows have no answer; none at one rate. */
    public static List<String> failures(ComparisonTable table) {
        return !table.searched() ? List.of() : table.rows().stream()
                .filter(row -> row.carried() == null).map(row -> row.name() + ": " + row.standing().reason()).toList();
    }
}
