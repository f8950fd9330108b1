package io.birdseye.report.page;

import io.birdseye.report.table.Comparison;
import io.birdseye.report.table.Conclusion;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes a comparison as one HTML page of about 750 kB, most of it the chart library. */
public final class HtmlReport {

    private static final int DETAILS_SHOWN = 6;

    private record Section(String id, String title, String lead, BiConsumer<Html, Comparison> content) {}

    private static final Section RESULTS =
            new Section("results", "Results", "", (html, comparison) -> new ResultTable(comparison).draw(html));

    private static final List<Section> SECTIONS = List.of(
            new Section("latency", "Latency", "By percentile, on the axis of HdrHistogram: each step to the right is"
                    + " rarer by the same factor.", Charts::percentiles),
            new Section("time", "Over time", "Steady, or still moving?", Charts::overTime),
            new Section("where-it-went", "Where the time went",
                    "Waiting for a thread, waiting for an upstream, or computing.", Charts::whereTheTimeWent),
            new Section("throughput", "Throughput",
                    "What was asked of each strategy, what it gave, and the most that it could give.", Charts::rates),
            new Section("cost", "Cost", "What the service's process used. A bar compares a figure with the highest of"
                    + " its column.", CostTable::costs),
            new Section("bounds", "Bounds", "Each resource bounds throughput by its size over the time that one request"
                    + " holds it. The smallest bound is X_max.", CostTable::limits),
            new Section("repeat", "Repeat it", "Everything that was equal for all trials.", SettingsSection::repeat),
            new Section("reading", "How to read this", "", (html, comparison) -> SettingsSection.reading(html)));

    private HtmlReport() {}

    /** The whole page. */
    public static String render(Comparison comparison) {
        Page page = new Page("Birdseye: " + comparison.rows().size() + " strategies, "
                        + comparison.results().settings().load().describe())
                .withCharts()
                .script("report.js")
                .data(ChartData.of(comparison));
        header(page, comparison);
        page.main();
        Html html = page.html();
        html.section(RESULTS.id(), RESULTS.title(), comparison.orderInWords());
        RESULTS.content().accept(html, comparison);
        html.close();
        Charts.filter(html, comparison);
        for (Section section : SECTIONS) {
            html.section(section.id(), section.title(), section.lead());
            section.content().accept(html, comparison);
            html.close();
        }
        return page.render();
    }

    private static void header(Page page, Comparison comparison) {
        Conclusion conclusion = Conclusion.of(comparison);
        Html html = page.header("Skip to the results", RESULTS.id(),
                "measured " + Page.minute(comparison.results().createdAt()), conclusion.headline());
        List<String> details = conclusion.details();
        list(html, details.stream().limit(DETAILS_SHOWN).toList());
        if (details.size() > DETAILS_SHOWN) {
            html.open("details").element("summary", (details.size() - DETAILS_SHOWN) + " more");
            list(html, details.stream().skip(DETAILS_SHOWN).toList());
            html.close();
        }
        SettingsSection.summary(html, comparison);
        html.open("nav", "aria-label", "Sections").open("ul");
        link(html, RESULTS);
        SECTIONS.forEach(section -> link(html, section));
        html.close().close();
    }

    private static void link(Html html, Section section) {
        html.open("li").element("a", section.title(), "href", "#" + section.id()).close();
    }

    private static void list(Html html, List<String> sentences) {
        if (!sentences.isEmpty()) {
            html.open("ul", "class", "details");
            sentences.forEach(sentence -> html.element("li", sentence));
            html.close();
        }
    }
}
