package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.table.Comparison;
import io.birdseye.report.table.Figures;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The charts' places in the page, their controls, and the tables that say the same in numbers. */
final class Charts {

    private static final int MOST_SECONDS = 60;

    private Charts() {}

    /** One check box per strategy, for all charts. */
    static void filter(Html html, Comparison comparison) {
        html.open("fieldset", "class", "filter script").element("legend", "Strategies in the charts");
        html.open("div", "class", "choices");
        for (int i = 0; i < comparison.rows().size(); i++) {
            html.open("label").open("input", "type", "checkbox", "name", "strategy", "value", String.valueOf(i),
                    "checked", "");
            html.open("span", "class", "swatch", "data-series", String.valueOf(i), "aria-hidden", "true").close();
            html.text(comparison.rows().get(i).strategy()).close();
        }
        html.close().open("span", "class", "buttons");
        html.element("button", "All", "type", "button", "data-show", "all");
        html.element("button", "None", "type", "button", "data-show", "none");
        html.element("button", "Only those that kept up", "type", "button", "data-show", "kept");
        html.close().close().line();
    }

    static void percentiles(Html html, Comparison comparison) {
        if (comparison.results().settings().load().model() == Load.Model.CLOSED) {
            closedModel(html);
        }
        html.open("figure").open("div", "class", "controls script");
        choice(html, "latency", "Counted from", List.of("response", "the intended start", "service", "the real start"));
        choice(html, "scale", "Scale", List.of("log", "logarithmic", "linear", "linear"));
        html.close();
        chart(html, "percentiles", "Latency by percentile of each strategy, with the floor as a dashed line.");
        html.element("figcaption", "Right answers only; errors are counted apart. One in ten is slower than the 90th"
                + " percentile, one in a hundred than the"
                + " 99th. Curves end where fewer than " + LatencyProfile.SLOWER_REQUESTS + " slower requests remain:"
                + " a sample says nothing beyond. Latency from the intended start includes what a request waited before"
                + " the injector could send it.");
        List<List<String>> rows = new ArrayList<>();
        for (Row row : comparison.rows()) {
            Figures figures = row.figures();
            if (figures != null) {
                List<String> cells = new ArrayList<>(List.of(row.strategy()));
                cells.addAll(latency(row, figures.response()));
                cells.addAll(latency(row, figures.service()));
                cells.add(Format.number(row.floorMs()));
                rows.add(cells);
            }
        }
        Tables.folded(html, "Latency by percentile, in ms, from the intended start and from the real start",
                List.of("Strategy", "intended p50", "p90", "p99", "p99.9", "max",
                        "real p50", "p90", "p99", "p99.9", "max", "floor"),
                rows);
        html.close().line();
    }

    /** Coordinated omission: the name is Gil Tene's, "How NOT to Measure Latency", 2013. */
    private static void closedModel(Html html) {
        html.open("aside", "class", "caution", "id", "closed-model", "aria-labelledby", "closed-model-title");
        html.element("h3", "What a closed load hides", "id", "closed-model-title");
        html.element("p", "If the service freezes for one second, every user is waiting for an answer already, and asks"
                + " nothing more until it has it. So each of them notes one slow request, a handful among thousands,"
                + " and the percentiles hardly move. Outside, requests would have gone on arriving during that second,"
                + " and all of them would have waited. This is known as coordinated omission. Read the maximum and the"
                + " throughput over time here, and use an open load (--rate) for percentiles that users would feel.");
        html.close().line();
    }

    static void overTime(Html html, Comparison comparison) {
        html.open("figure").open("div", "class", "controls script");
        choice(html, "time", "Response time", List.of("p50", "median", "p99", "p99", "max", "maximum"));
        html.close();
        chart(html, "time-latency", "Response time of each strategy over the measured window, by second.");
        chart(html, "time-rate", "Right answers per second of each strategy, by the second in which they were asked"
                + " for.");
        html.element("figcaption", "Right answers, by the second in which their requests were really sent. A line"
                + " that climbs steadily is a growing backlog: its height says how long the test was, not how fast"
                + " the strategy is."
                + (comparison.blocks() > 1 ? " All blocks merged." : ""));
        seconds(html, comparison);
        html.close().line();
    }

    private static void seconds(Html html, Comparison comparison) {
        List<Row> shown = comparison.rows().stream().filter(row -> row.profile() != null).toList();
        int last = shown.stream().map(Charts::seconds).flatMap(List::stream)
                .mapToInt(LatencyProfile.Second::second).max().orElse(-1);
        int step = Math.max(1, (last + MOST_SECONDS) / MOST_SECONDS);
        List<String> titles = new ArrayList<>(List.of("Second"));
        shown.forEach(row -> titles.add(row.strategy()));
        List<List<String>> rows = new ArrayList<>();
        for (int second = 0; second <= last; second += step) {
            List<String> cells = new ArrayList<>(List.of(String.valueOf(second)));
            for (Row row : shown) {
                int at = second;
                cells.add(seconds(row).stream().filter(s -> s.second() == at).findFirst()
                        .map(s -> Format.number(s.p50Ms())).orElse(Format.NONE));
            }
            rows.add(cells);
        }
        Tables.folded(html, "Median response time in ms by second" + (step > 1 ? ", every " + step + " seconds" : ""),
                titles, rows);
    }

    private static List<LatencyProfile.Second> seconds(Row row) {
        LatencyProfile profile = row.profile();
        return profile == null ? List.of() : profile.seconds();
    }

    static void whereTheTimeWent(Html html, Comparison comparison) {
        html.open("figure");
        chart(html, "where", "Queueing, I/O and CPU time of one request, stacked, for each strategy.");
        html.element("figcaption", "Mean times of one request, summed over its tasks. Tasks run side by side, so the"
                + " sum is longer than the response time. Hatching is queueing: a task that was ready and waited for a"
                + " thread.");
        List<List<String>> rows = new ArrayList<>();
        for (Row row : comparison.rows()) {
            Figures figures = row.figures();
            if (figures != null) {
                TimeSplit split = TimeSplit.of(figures.tasks());
                rows.add(List.of(row.strategy(), Format.number(split.ioQueueMs()), Format.number(split.ioMs()),
                        Format.number(split.cpuQueueMs()), Format.number(split.cpuMs())));
            }
        }
        Tables.folded(html, "Where the time of one request went, in ms, summed over its tasks",
                List.of("Strategy", "queueing for I/O", "I/O", "queueing for CPU", "CPU"), rows);
        html.close().line();
    }

    static void rates(Html html, Comparison comparison) {
        html.open("figure");
        chart(html, "rates", "Offered and achieved rate and predicted X_max of each strategy.");
        html.element("figcaption", "A bar that ends before its offered mark fell behind. A diamond is X_max, the"
                + " most that the strategy's topology allows; an arrow at the edge means that it lies beyond.");
        List<List<String>> rows = new ArrayList<>();
        for (Row row : comparison.rows()) {
            Figures figures = row.figures();
            rows.add(List.of(row.strategy(),
                    figures == null ? Format.NONE : Format.rate(figures.offeredPerSecond()),
                    figures == null ? Format.NONE : Format.rate(figures.achievedPerSecond()),
                    Format.rate(row.prediction().perSecond())));
        }
        Tables.folded(html, "Offered and achieved rate, and X_max", List.of("Strategy", "offered", "achieved", "X_max"),
                rows);
        html.close().line();
    }

    private static List<String> latency(Row row, Latency latency) {
        if (!row.answered()) {
            return Collections.nCopies(5, Format.NONE);
        }
        return List.of(Format.number(latency.p50Ms()), Format.number(latency.p90Ms()), orNone(latency.p99Ms()),
                orNone(latency.p999Ms()), Format.number(latency.maxMs()));
    }

    private static String orNone(@Nullable Double value) {
        return value == null ? Format.NONE : Format.number(value);
    }

    private static void chart(Html html, String id, String label) {
        html.open("div", "class", "chart script", "id", id, "role", "img", "aria-label", label).close();
    }

    /** Radio buttons; values and labels in turn, the first one chosen. */
    private static void choice(Html html, String name, String legend, List<String> options) {
        html.open("fieldset", "class", "choice").element("legend", legend);
        for (int i = 0; i < options.size(); i += 2) {
            html.open("label").open("input", "type", "radio", "name", name, "value", options.get(i),
                    "checked", i == 0 ? "" : null);
            html.element("span", options.get(i + 1)).close();
        }
        html.close();
    }
}
