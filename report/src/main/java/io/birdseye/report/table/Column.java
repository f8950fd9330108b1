package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.ResponseParts;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One column of a table over rows of one kind: on the terminal, in Markdown and on a page.
 *
 * @param unit empty where the figure has none
 * @param keep which columns stay where the terminal is narrow: the lowest go first
 */
public record Column<T>(String title, String unit, boolean text, int keep, Function<T, String> cell) {

    static final String OVER_BUDGET = "*";

    static final String TOO_MANY_ERRORS = "!";

    static final String NOT_STEADY = "~";

    /** No terminal is too narrow for these. */
    static final int ALWAYS = 10;

    static List<Column<Row>> brief(ComparisonTable comparison) {
        if (comparison.searched()) {
            return CarriedWords.columns(comparison);
        }
        List<Column<Row>> columns = new ArrayList<>(List.of(
                name(comparison),
                new Column<>("kept", "up", true, ALWAYS, Column::keptUp),
                new Column<>("errors", "", false, 8, Column::errors),
                figure(Metric.P50, ALWAYS),
                figure(Metric.P95, ALWAYS),
                new Column<>(Metric.CPU.title(), Metric.CPU.unit(), false, 7, Column::cpu),
                figure(Metric.THREADS, 6)));
        if (comparison.carriesP99()) {
            columns.add(5, figure(Metric.P99, 5));
        }
        against(comparison).ifPresent(column -> columns.add(1, column));
        return columns;
    }

    public static Column<Row> name(ComparisonTable comparison) {
        return text(comparison.results().settings().compared(), Row::name);
    }

    /** The comparison with the best; empty where there is none. */
    static Optional<Column<Row>> against(ComparisonTable comparison) {
        return comparison.ranking() == null ? Optional.empty() : Optional.of(new Column<>(
                comparison.inOneProcess() ? "in this process," : "against", comparison.inOneProcess() ? "against the best" : "the best",
                true, ALWAYS, row -> words(row, comparison.by())));
    }

    /** The results of a comparison, from left to right; the budget only where it is asked for. */
    public static List<Column<Row>> results(ComparisonTable comparison, boolean budget) {
        if (comparison.searched()) {
            return CarriedWords.columns(comparison);
        }
        List<Column<Row>> columns = new ArrayList<>(List.of(
                name(comparison),
                new Column<>("kept", "up", true, ALWAYS, Column::keptUp),
                figure(Metric.OFFERED, 5),
                figure(Metric.ACHIEVED, 9),
                figure(Metric.MEAN, 3),
                figure(Metric.P50, 9),
                // Where a sample does not carry a p99 it often carries this.
                figure(Metric.P95, comparison.carriesP99() ? 6 : ALWAYS),
                figure(Metric.P99, comparison.carriesP99() ? 9 : 2),
                figure(Metric.MAX, 5),
                new Column<>("errors", "", false, 8, Column::errors),
                new Column<>("excess", "ms", false, 7, Row::excess),
                new Column<>("X_max", "/s", false, 8, row -> limit(row, Format::perSecond)),
                new Column<>(Metric.CPU.title(), Metric.CPU.unit(), false, 7, Column::cpu),
                figure(Metric.PROGRAM_CPU, 6),
                figure(Metric.THREADS, 4),
                figure(Metric.RSS, 4)));
        comparison.tail().ifPresent(tail -> columns.add(8, against(tail)));
        if (budget) {
            columns.add(2, new Column<>("budget", "I/O+CPU", false, 4, row -> row.budgetKnown()
                    ? row.budget().ioConcurrency() + "+" + row.budget().cpuConcurrency()
                    : Format.NONE));
        }
        if (comparison.floors().size() > 1) {
            columns.add(columns.size() - 6, new Column<>("floor", "ms", false, 4, row -> Format.number(row.floorMs())));
        }
        if (comparison.rankings().containsKey(Metric.PROGRAM_CPU)) {
            columns.add(columns.size() - 2, against(Metric.PROGRAM_CPU));
        }
        against(comparison).ifPresent(column -> columns.add(1, column));
        return columns;
    }

    private static Column<Row> against(Metric by) {
        return new Column<>(by.title() + " against", "the best", true, 5, row -> words(row, by));
    }

    public static String words(Row row, Metric by) {
        Ranking.Place place = row.place(by);
        return place == null ? Format.NONE : by.words(place);
    }

    /** An upper bound where the service refused requests: what they took cannot be told apart. */
    private static String cpu(Row row) {
        boolean refused = row.figures() != null && row.figures().refusedPerSecond() > 0;
        return (refused && row.value(Metric.CPU) != null ? "≤ " : "") + Metric.CPU.text(row.value(Metric.CPU));
    }

    /** X_max, or that it is not known. */
    public static String limit(Row row, DoubleFunction<String> format) {
        return row.limitKnown() ? format.apply(row.limit().perSecond()) : Format.NONE;
    }

    /** How many requests had no right answer, and their share. */
    public static String errors(Row row) {
        Double share = row.errorShare();
        Number errors = row.value(Metric.ERRORS);
        return share == null || errors == null ? Format.NONE
                : errors.longValue() == 0 ? "0"
                : Format.text("%,d", errors) + " (" + Format.smallPercent(share) + ")"
                        + (row.standing().grade() == LoadOutcome.Grade.TOO_MANY_ERRORS ? TOO_MANY_ERRORS : "");
    }

    public static <T> Column<T> number(String title, Function<T, String> cell) {
        return new Column<>(title, "", false, ALWAYS, cell);
    }

    public static <T> Column<T> text(String title, Function<T, String> cell) {
        return new Column<>(title, "", true, ALWAYS, cell);
    }

    /** @param keep see {@link #keep} */
    static Column<Row> figure(Metric figure, int keep) {
        return new Column<>(figure.title(), figure.unit(), false, keep, row -> figure.text(row.value(figure)));
    }

    /** A column of what a search found; none where it found nothing. */
    static Column<Row> carried(String title, String unit, int keep, Function<Carried, String> cell) {
        return new Column<>(title, unit, false, keep, row -> row.carried() == null ? Format.NONE : cell.apply(row.carried()));
    }

    /** What a request waited for and did, in ms, summed over its tasks. */
    public static List<Column<Row>> times(ComparisonTable comparison) {
        return List.of(
                name(comparison), time("queueing for I/O", TimeSplit::ioQueueMs), time("I/O", TimeSplit::ioMs),
                time("queueing for CPU", TimeSplit::cpuQueueMs), time("CPU", TimeSplit::cpuMs));
    }

    private static Column<Row> time(String title, ToDoubleFunction<TimeSplit> part) {
        return number(title, row -> row.figures() == null
                ? Format.NONE
                : Format.number(part.applyAsDouble(TimeSplit.of(row.figures().work().tasks()))));
    }

    /** What the mean response time went to, in ms: a column for each part, and their sum. */
    public static List<Column<Row>> parts(ComparisonTable comparison) {
        List<Column<Row>> columns = new ArrayList<>(List.of(name(comparison)));
        for (ResponseParts.Kind kind : ResponseParts.Kind.values()) {
            columns.add(number(kind.words(), row -> part(row, kind::of)));
        }
        columns.add(number("mean response time", row -> part(row, ResponseParts::totalMs)));
        return columns;
    }

    private static String part(Row row, Function<ResponseParts, @Nullable Double> figure) {
        ResponseParts parts = row.figure(Measured::parts);
        return parts == null ? Format.NONE : Format.number(figure.apply(parts));
    }

    private static String keptUp(Row row) {
        String word = switch (row.standing().grade()) {
            case KEPT_UP, TOO_MANY_ERRORS -> "yes";
            case FELL_BEHIND -> "NO";
            case INVALID -> "inv.";
            case FAILED -> "fail";
        };
        return word + (row.overBudget().isPresent() ? OVER_BUDGET : "")
                + (row.notSteady().isPresent() ? NOT_STEADY : "");
    }

    /** The cells of a table as text, with a heading of title and unit for each column. */
    public record Cells(List<String> titles, List<List<String>> rows) {

        public static <T> Cells of(List<T> rows, List<Column<T>> columns) {
            return new Cells(
                    columns.stream().map(column -> (column.title() + " " + column.unit()).strip()).toList(),
                    rows.stream()
                            .map(row -> columns.stream().map(column -> column.cell().apply(row)).toList())
                            .toList());
        }
    }
}
