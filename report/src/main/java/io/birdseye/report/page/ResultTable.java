package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.Comparison;
import io.birdseye.report.table.Figures;
import io.birdseye.report.table.Row;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The main table: one row per strategy, with what explains it. */
final class ResultTable {

    private static final List<String> FIGURES =
            List.of("p50", "p90", "p99", "max", "mean", "excess", "answered", "errors");

    private final Comparison comparison;
    private final Strip latency;
    private final Strip ratios;
    private final boolean ranked;

    ResultTable(Comparison comparison) {
        this.comparison = comparison;
        latency = Strip.forLatency(comparison.rows());
        ratios = Strip.forRatios(comparison.rows());
        ranked = comparison.ranking() != null;
    }

    void render(Html html) {
        Tables.open(html, "Response time in ms and throughput per second under "
                + comparison.results().settings().load().describe(), "results");
        head(html);
        html.open("tbody");
        int rank = 0;
        for (Row row : comparison.rows()) {
            int next = row.place() == null ? 0 : row.place().rank();
            row(html, row, next != rank);
            rank = next;
        }
        html.close();
        Tables.close(html);
        html.open("p", "class", "legend", "aria-hidden", "true");
        html.open("svg", "class", "strip key", "viewBox", "0 0 120 24")
                .open("line", "class", "strip-floor", "x1", "8", "y1", "3", "x2", "8", "y2", "21").close()
                .open("line", "class", "strip-line", "x1", "24", "y1", "12", "x2", "112", "y2", "12").close()
                .open("line", "class", "strip-tick", "x1", "60", "y1", "8", "x2", "60", "y2", "16").close()
                .open("line", "class", "strip-tick", "x1", "112", "y1", "8", "x2", "112", "y2", "16").close()
                .open("circle", "class", "strip-dot", "cx", "24", "cy", "12", "r", "4.5").close()
                .close();
        html.text(" floor, median, p90, p99 (maximum where the sample carries no p99), on one logarithmic"
                + " scale").close();
    }

    private void head(Html html) {
        html.open("thead").open("tr");
        if (ranked) {
            html.element("th", "Rank", "scope", "col", "class", "num");
        }
        html.element("th", "Strategy", "scope", "col", "class", "sticky");
        if (ranked) {
            html.element("th", "Against the best", "scope", "col");
        }
        html.open("th", "scope", "col", "class", "picture", "aria-hidden", "true").text("Response time").close();
        for (String title : FIGURES) {
            html.open("th", "scope", "col", "class", "num").text(title + " ");
            unit(title).ifPresent(unit -> html.element("span", unit, "class", "unit"));
            html.close();
        }
        html.element("th", "X_max, because", "scope", "col");
        html.close().close();
    }

    private void row(Html html, Row row, boolean otherRank) {
        String group = ranked && otherRank ? "group" : "";
        html.open("tr", "class", row.standing().keptUp() ? group : ("behind " + group).strip());
        Ranking.Place place = row.place();
        if (ranked) {
            html.element("td", place == null ? Format.NONE : String.valueOf(place.rank()), "class", "num rank");
        }
        strategy(html, row);
        if (ranked) {
            ratio(html, place);
        }
        Figures figures = row.figures();
        html.open("td", "class", "picture", "aria-hidden", "true");
        if (figures != null && row.answered()) {
            latency.latency(html, row, figures.response());
        }
        html.close();
        if (figures == null) {
            FIGURES.forEach(title -> html.element("td", Format.NONE, "class", "num"));
        } else {
            figures(html, row, figures);
        }
        html.open("td", "class", "why").element("b", Format.rate(row.prediction().perSecond())).text(" ");
        html.element("span", row.prediction().reason()).close();
        html.close().line();
    }

    private static void strategy(Html html, Row row) {
        html.open("th", "scope", "row", "class", "sticky");
        html.element("span", row.strategy(), "class", "name").text(" ");
        String verdict = row.standing().verdict().name().toLowerCase(Locale.ROOT).replace('_', '-');
        html.open("span", "class", "standing " + verdict).element("b", row.standing().verdict().words());
        html.text(row.standing().keptUp() ? "" : " " + row.standing().reason()).close();
        // X_max and its reason have a column of their own.
        row.notes().stream()
                .filter(note -> !note.contains("X_max is "))
                .forEach(note -> html.element("span", note, "class", "note"));
        html.close();
    }

    private void ratio(Html html, Ranking.@Nullable Place place) {
        html.open("td", "class", "ratio");
        if (place == null) {
            html.text("not ranked");
        } else {
            Interval interval = place.interval();
            ratios.ratio(html, place.ratioToBest(), interval);
            html.element("b", Format.times(place.ratioToBest())).text(" ");
            html.element("span", interval == null
                    ? "the best"
                    : Format.times(interval.low()) + " to " + Format.times(interval.high()));
        }
        html.close();
    }

    private static void figures(Html html, Row row, Figures figures) {
        Latency latencies = figures.response();
        List<@Nullable Double> cells = row.answered()
                ? Arrays.asList(latencies.p50Ms(), latencies.p90Ms(), latencies.p99Ms(), latencies.maxMs(),
                        latencies.meanMs())
                : Collections.nCopies(5, null);
        for (int i = 0; i < cells.size(); i++) {
            html.element("td", orNone(cells.get(i)), "class", i == 0 ? "num strong" : "num");
        }
        Double times = row.timesFloor();
        pair(html, orNone(row.excessMs()), times == null ? "" : Format.times(times) + " floor");
        pair(html, perSecond(figures.achievedPerSecond()), "of " + perSecond(figures.offeredPerSecond()));
        html.element("td", Format.setting((double) figures.errors()), "class", "num");
    }

    private static void pair(Html html, String figure, String below) {
        html.open("td", "class", "num").text(figure + " ").element("span", below, "class", "unit").close();
    }

    private static Optional<String> unit(String title) {
        return switch (title) {
            case "answered" -> Optional.of("per s");
            case "errors" -> Optional.empty();
            default -> Optional.of("ms");
        };
    }

    private static String perSecond(double rate) {
        return Format.rate(rate).replace("/s", "");
    }

    private static String orNone(@Nullable Double value) {
        return value == null ? Format.NONE : Format.number(value);
    }
}
