package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.Comparison;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** The main table: one row per strategy, with what explains it. */
final class ResultTable {

    /** Beyond it a ratio stands at the edge: small differences must not vanish. */
    private static final double FARTHEST_RATIO = 1.5;

    private final Comparison comparison;
    private final Track latencies;
    private final Track ratios;

    ResultTable(Comparison comparison) {
        this.comparison = comparison;
        latencies = latencies(comparison.rows());
        ratios = ratios(comparison.rows());
    }

    void draw(Html html) {
        Tables.draw(html, "Response time in ms and throughput per second under "
                + comparison.results().settings().load().describe(), "results", columns(), comparison.rows(),
                this::style);
        Track key = new Track(1, 10);
        html.open("p", "class", "legend", "aria-hidden", "true");
        key.open(html);
        key.mark(html, "origin", 1);
        key.reach(html, 1.5, 10);
        key.mark(html, "tick", 3);
        key.mark(html, "tick", 10);
        key.dot(html, 1.5);
        html.close().text(" floor, median, p90, p99 (maximum where the sample carries no p99), on one logarithmic"
                + " scale").close();
    }

    private List<TableColumn<Row>> columns() {
        boolean ranked = comparison.ranking() != null;
        List<TableColumn<Row>> columns = new ArrayList<>();
        if (ranked) {
            columns.add(TableColumn.drawn("Rank", "", "num", (html, row) -> html.element("span",
                    row.place() == null ? Format.NONE : String.valueOf(row.place().rank()), "class", "rank")));
        }
        columns.add(TableColumn.head("Strategy", ResultTable::strategy));
        if (ranked) {
            columns.add(TableColumn.drawn("Against the best", "", "ratio", this::ratio));
        }
        columns.add(TableColumn.drawn("Response time", "", "picture", this::picture));
        columns.add(TableColumn.drawn("p50", "ms", "num strong", (html, row) -> html.text(ms(row, Latency::p50Ms))));
        columns.add(TableColumn.number("p90", "ms", row -> ms(row, Latency::p90Ms)));
        columns.add(TableColumn.number("p99", "ms", row -> ms(row, Latency::p99Ms)));
        columns.add(TableColumn.number("max", "ms", row -> ms(row, Latency::maxMs)));
        columns.add(TableColumn.number("mean", "ms", row -> ms(row, Latency::meanMs)));
        columns.add(TableColumn.drawn("excess", "ms", "num", (html, row) -> pair(html,
                Format.number(row.excessMs()),
                row.timesFloor() == null ? "" : Format.times(row.timesFloor()) + " floor")));
        columns.add(TableColumn.drawn("answered", "per s", "num", ResultTable::answered));
        columns.add(TableColumn.number("errors", "",
                row -> row.figures() == null ? Format.NONE : Format.plain(row.figures().errors())));
        columns.add(TableColumn.drawn("X_max, because", "", "why", (html, row) -> html
                .element("b", Format.rate(row.prediction().perSecond())).text(" ")
                .element("span", row.prediction().reason())));
        return columns;
    }

    /** A line above the first row of a rank, and grey figures for those that did not keep up. */
    private String style(Row row) {
        boolean first = row.place() == null || comparison.rows().stream()
                .filter(other -> other.place() != null && other.place().rank() == row.place().rank())
                .findFirst()
                .filter(row::equals)
                .isPresent();
        String group = row.place() != null && first ? "group" : "";
        return row.standing().keptUp() ? group : ("behind " + group).strip();
    }

    private static void strategy(Html html, Row row) {
        html.element("span", row.strategy(), "class", "name").text(" ");
        String verdict = row.standing().verdict().name().toLowerCase(Locale.ROOT).replace('_', '-');
        html.open("span", "class", "standing " + verdict).element("b", row.standing().verdict().words());
        html.text(row.standing().keptUp() ? "" : " " + row.standing().reason()).close();
        // X_max and its reason have a column of their own.
        row.notes().stream()
                .filter(note -> !row.whyBehind().equals(Optional.of(note)))
                .forEach(note -> html.element("span", note, "class", "note"));
    }

    private void ratio(Html html, Row row) {
        Ranking.Place place = row.place();
        if (place == null) {
            html.text("not ranked");
            return;
        }
        Interval interval = place.interval();
        ratios.open(html);
        ratios.mark(html, "origin", 1);
        if (interval != null) {
            ratios.reach(html, interval.low(), interval.high());
        }
        ratios.dot(html, place.ratioToBest());
        html.close().element("b", Format.times(place.ratioToBest())).text(" ");
        html.element("span", interval == null
                ? "the best"
                : Format.times(interval.low()) + " to " + Format.times(interval.high()));
    }

    private void picture(Html html, Row row) {
        if (!row.answered()) {
            return;
        }
        Latency latency = response(row);
        latencies.open(html);
        if (row.floorMs() > 0) {
            latencies.mark(html, "origin", row.floorMs());
        }
        latencies.reach(html, latency.p50Ms(), end(latency));
        latencies.mark(html, "tick", latency.p90Ms());
        latencies.mark(html, "tick", end(latency));
        latencies.dot(html, latency.p50Ms());
        html.close();
    }

    /**
     * From the lowest floor to the highest p99, or maximum, where the sample carries no p99. Rows that fell behind do
     * not stretch it: they end in an arrow at its edge.
     */
    private static Track latencies(List<Row> rows) {
        List<Row> answered = rows.stream().filter(Row::answered).toList();
        List<Row> kept = answered.stream().filter(row -> row.standing().keptUp()).toList();
        List<Row> shown = kept.isEmpty() ? answered : kept;
        double high = shown.stream().mapToDouble(row -> end(response(row))).max().orElse(1);
        double low = shown.stream()
                .flatMapToDouble(row -> DoubleStream.of(row.floorMs(), response(row).p50Ms()))
                .filter(value -> value > 0)
                .min()
                .orElse(high);
        return new Track(Math.max(0.01, low), high);
    }

    private static Track ratios(List<Row> rows) {
        List<Interval> intervals = rows.stream()
                .map(row -> row.place() == null ? null : row.place().interval())
                .filter(Objects::nonNull)
                .toList();
        double low = intervals.stream().mapToDouble(Interval::low).min().orElse(1);
        double high = intervals.stream().mapToDouble(Interval::high).max().orElse(1);
        return new Track(Math.clamp(low, 1 / FARTHEST_RATIO, 1), Math.clamp(high, 1, FARTHEST_RATIO));
    }

    private static Latency response(Row row) {
        return Objects.requireNonNull(row.figures(), row.strategy()).response();
    }

    private static double end(Latency latency) {
        Double p99 = latency.p99Ms();
        return p99 == null ? latency.maxMs() : p99;
    }

    private static String ms(Row row, Function<Latency, @Nullable Double> figure) {
        return row.answered() ? Format.number(figure.apply(response(row))) : Format.NONE;
    }

    private static void answered(Html html, Row row) {
        Measured figures = row.figures();
        if (figures == null) {
            html.text(Format.NONE);
        } else {
            pair(html, Format.perSecond(figures.achievedPerSecond()),
                    "of " + Format.perSecond(figures.offeredPerSecond()));
        }
    }

    private static void pair(Html html, String figure, String below) {
        html.text(figure + " ").element("span", below, "class", "unit");
    }
}
