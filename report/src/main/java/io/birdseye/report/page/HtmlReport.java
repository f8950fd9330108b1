package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.table.Comparison;
import io.birdseye.report.table.Conclusion;
import java.util.List;

/**
 * Writes a comparison as one HTML page of about 750 kB, most of it the chart library. It opens from disk, an e-mail or
 * a build artefact; a content security policy inside it forbids every request and every script but its own.
 */
public final class HtmlReport {

    private static final int DETAILS_SHOWN = 6;

    private static final List<String> SECTIONS = List.of(
            "results", "Results",
            "latency", "Latency",
            "time", "Over time",
            "where-it-went", "Where the time went",
            "throughput", "Throughput",
            "cost", "Cost",
            "bounds", "Bounds",
            "repeat", "Repeat it",
            "reading", "How to read this");

    private HtmlReport() {}

    /** The whole page. */
    public static String render(Comparison comparison) {
        String data = ChartData.of(comparison).toJson();
        String echarts = Assets.echarts();
        String script = Assets.script();
        Html html = new Html();
        html.raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head").open("meta", "charset", "utf-8");
        html.open("meta", "http-equiv", "Content-Security-Policy", "content",
                "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src " + Assets.hash(echarts) + " "
                        + Assets.hash(script) + "; base-uri 'none'; form-action 'none'");
        html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.open("meta", "name", "color-scheme", "content", "light dark");
        html.open("meta", "name", "generator", "content", "Birdseye");
        html.element("title", "Birdseye: " + comparison.rows().size() + " strategies, "
                + comparison.results().settings().load().describe());
        html.open("style").raw(Assets.styleSheet()).close().close().line();
        html.open("body");
        html.element("a", "Skip to the results", "class", "skip", "href", "#results").line();
        header(html, comparison);
        html.open("main", "id", "main");
        sections(html, comparison);
        html.close().line();
        footer(html);
        html.open("script", "type", "application/json", "id", "data").raw(data).close().line();
        html.open("script").raw(echarts).close().line();
        html.open("script").raw(script).close().line();
        return html.close().close().line().toString();
    }

    private static void header(Html html, Comparison comparison) {
        Conclusion conclusion = Conclusion.of(comparison);
        html.open("header");
        html.open("p", "class", "brand").element("b", "Birdseye");
        String day = comparison.results().createdAt().replaceFirst("T(\\d\\d:\\d\\d).*", " $1 UTC");
        html.text(" measured " + day).close();
        html.element("h1", conclusion.headline());
        List<String> details = conclusion.details();
        list(html, details.stream().limit(DETAILS_SHOWN).toList());
        if (details.size() > DETAILS_SHOWN) {
            html.open("details").element("summary", (details.size() - DETAILS_SHOWN) + " more");
            list(html, details.stream().skip(DETAILS_SHOWN).toList());
            html.close();
        }
        SettingsSection.summary(html, comparison);
        html.open("nav", "aria-label", "Sections").open("ul");
        for (int i = 0; i < SECTIONS.size(); i += 2) {
            html.open("li").element("a", SECTIONS.get(i + 1), "href", "#" + SECTIONS.get(i)).close();
        }
        html.close().close().close().line();
    }

    private static void list(Html html, List<String> sentences) {
        if (!sentences.isEmpty()) {
            html.open("ul", "class", "details");
            sentences.forEach(sentence -> html.element("li", sentence));
            html.close();
        }
    }

    private static void sections(Html html, Comparison comparison) {
        section(html, 0, comparison.orderInWords());
        new ResultTable(comparison).render(html);
        html.close().line();

        Charts.filter(html, comparison);
        section(html, 1, "By percentile, on the axis of HdrHistogram: each step to the right is rarer by the same"
                + " factor.");
        Charts.percentiles(html, comparison);
        html.close().line();
        section(html, 2, "Steady, or still moving?");
        Charts.overTime(html, comparison);
        html.close().line();
        section(html, 3, "Waiting for a thread, waiting for an upstream, or computing.");
        Charts.whereTheTimeWent(html, comparison);
        html.close().line();
        section(html, 4, "What was asked of each strategy, what it gave, and the most that it could give.");
        Charts.rates(html, comparison);
        html.close().line();
        section(html, 5, "What the service's process used. A bar compares a figure with the highest of its column.");
        CostTable.costs(html, comparison);
        html.close().line();
        section(html, 6, "Each resource bounds throughput by its size over the time that one request holds it. The"
                + " smallest bound is X_max.");
        CostTable.limits(html, comparison);
        html.close().line();
        section(html, 7, "Everything that was equal for all trials.");
        SettingsSection.render(html, comparison);
        html.close().line();
        section(html, 8, "");
        SettingsSection.reading(html);
        html.close().line();
    }

    /** Opens a section; the caller closes it. */
    private static void section(Html html, int index, String lead) {
        String id = SECTIONS.get(2 * index);
        html.open("section", "id", id, "aria-labelledby", id + "-title");
        html.element("h2", SECTIONS.get(2 * index + 1), "id", id + "-title");
        if (!lead.isEmpty()) {
            html.element("p", lead, "class", "lead");
        }
    }

    private static void footer(Html html) {
        html.open("footer").element("p", "Made by Birdseye (Apache License 2.0). Charts by Apache ECharts, copyright"
                + " the"
                + " Apache Software Foundation, Apache License 2.0: its notice stands in this file. " + Format.NONE
                + " means that a figure could not be had.");
        html.close().line();
    }
}
