package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.Comparison;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TimeSplit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
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
            String index = String.valueOf(i);
            html.open("label").open("input", "type", "checkbox", "name", "strategy", "value", index, "checked", "");
            html.element("span", "", "class", "swatch", "data-series", index, "aria-hidden", "true");
            html.text(comparison.rows().get(i).strategy()).close();
        }
        html.close().open("span", "class", "buttons");
        html.element("button", "All", "type", "button", "data-show", "all");
        html.element("button", "None", "type", "button", "data-show", "none");
        html.element("button", "Only those that kept up", "type", "button", "data-show", "kept");
        html.close().close();
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
                + " percentile, one in a hundred than the 99th. Curves end where fewer than "
                + LatencyProfile.SLOWER_REQUESTS + " slower requests remain: a sample says nothing beyond. Latency from"
                + " the intended start includes what a request waited before the injector could send it.");
        List<TableColumn<Row>> columns = new ArrayList<>();
        columns.add(TableColumn.head("Strategy", Row::strategy));
        columns.addAll(latency("intended ", Measured::response));
        columns.addAll(latency("real ", Measured::service));
        columns.add(TableColumn.number("floor", "", row -> Format.number(row.floorMs())));
        Tables.folded(html, "Latency by percentile, in ms, from the intended start and from the real start", columns,
                measured(comparison));
        html.close();
    }

    private static List<TableColumn<Row>> latency(String start, Function<Measured, Latency> kind) {
        Map<String, Function<Latency, @Nullable Double>> percentiles = new LinkedHashMap<>();
        percentiles.put(start + "p50", Latency::p50Ms);
        percentiles.put("p90", Latency::p90Ms);
        percentiles.put("p99", Latency::p99Ms);
        percentiles.put("p99.9", Latency::p999Ms);
        percentiles.put("max", Latency::maxMs);
        return percentiles.entrySet().stream()
                .map(each -> TableColumn.number(each.getKey(), "", (Row row) -> row.answered()
                        ? Format.number(each.getValue().apply(kind.apply(figures(row))))
                        : Format.NONE))
                .toList();
    }

    /** Coordinated omission: the name is Gil Tene's, "How NOT to Measure Latency", 2013. */
    private static void closedModel(Html html) {
        html.open("div", "class", "caution", "id", "closed-model").element("h3", "What a closed load hides");
        html.element("p", "If the service freezes for one second, every user is waiting for an answer already, and asks"
                + " nothing more until it has it. So each of them notes one slow request, a handful among thousands,"
                + " and the percentiles hardly move. Outside, requests would have gone on arriving during that second,"
                + " and all of them would have waited. This is known as coordinated omission. Read the maximum and the"
                + " throughput over time here, and use an open load (--rate) for percentiles that users would feel.");
        html.close();
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
        List<Row> shown = comparison.rows().stream().filter(row -> row.profile() != null).toList();
        int last = shown.stream().flatMap(row -> seconds(row).stream()).mapToInt(Second::second).max().orElse(-1);
        int step = Math.max(1, (last + MOST_SECONDS) / MOST_SECONDS);
        List<TableColumn<Integer>> columns = new ArrayList<>();
        columns.add(TableColumn.head("Second", second -> String.valueOf(second)));
        shown.forEach(row -> columns.add(TableColumn.number(row.strategy(), "", at -> seconds(row).stream()
                .filter(second -> second.second() == at)
                .findFirst()
                .map(second -> Format.number(second.p50Ms()))
                .orElse(Format.NONE))));
        Tables.folded(html, "Median response time in ms by second" + (step > 1 ? ", every " + step + " seconds" : ""),
                columns, IntStream.iterate(0, second -> second <= last, second -> second + step).boxed().toList());
        html.close();
    }

    private static List<Second> seconds(Row row) {
        LatencyProfile profile = row.profile();
        return profile == null ? List.of() : profile.seconds();
    }

    static void whereTheTimeWent(Html html, Comparison comparison) {
        html.open("figure");
        chart(html, "where", "Queueing, I/O and CPU time of one request, stacked, for each strategy.");
        html.element("figcaption", "Mean times of one request, summed over its tasks. Tasks run side by side, so the"
                + " sum is longer than the response time. Hatching is queueing: a task that was ready and waited for a"
                + " thread.");
        Tables.folded(html, "Where the time of one request went, in ms, summed over its tasks", List.of(
                TableColumn.head("Strategy", Row::strategy),
                time("queueing for I/O", TimeSplit::ioQueueMs),
                time("I/O", TimeSplit::ioMs),
                time("queueing for CPU", TimeSplit::cpuQueueMs),
                time("CPU", TimeSplit::cpuMs)), measured(comparison));
        html.close();
    }

    private static TableColumn<Row> time(String title, ToDoubleFunction<TimeSplit> part) {
        return TableColumn.number(title, "",
                row -> Format.number(part.applyAsDouble(TimeSplit.of(figures(row).tasks()))));
    }

    static void rates(Html html, Comparison comparison) {
        html.open("figure");
        chart(html, "rates", "Offered and achieved rate and predicted X_max of each strategy.");
        html.element("figcaption", "A bar that ends before its offered mark fell behind. A diamond is X_max, the"
                + " most that the strategy's topology allows; an arrow at the edge means that it lies beyond.");
        Tables.folded(html, "Offered and achieved rate, and X_max", List.of(
                TableColumn.head("Strategy", Row::strategy),
                rate("offered", Measured::offeredPerSecond),
                rate("achieved", Measured::achievedPerSecond),
                TableColumn.number("X_max", "", row -> Format.rate(row.prediction().perSecond()))), comparison.rows());
        html.close();
    }

    private static TableColumn<Row> rate(String title, ToDoubleFunction<Measured> rate) {
        return TableColumn.number(title, "",
                row -> row.figures() == null ? Format.NONE : Format.rate(rate.applyAsDouble(row.figures())));
    }

    private static List<Row> measured(Comparison comparison) {
        return comparison.rows().stream().filter(row -> row.figures() != null).toList();
    }

    private static Measured figures(Row row) {
        return Objects.requireNonNull(row.figures(), row.strategy());
    }

    private static void chart(Html html, String id, String label) {
        html.element("div", "", "class", "chart script", "id", id, "role", "img", "aria-label", label);
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
