package io.birdseye.report.page;

import io.birdseye.report.table.ComparisonTable;

/** Writes a comparison as one HTML page of about 750 kB, most of it the chart library. */
public final class HtmlReport {

    private HtmlReport() {}

    /** The whole page. */
    public static String render(ComparisonTable comparison) {
        return new Page("Birdseye: " + comparison.rows().size() + " strategies, "
                        + comparison.results().settings().load().describe())
                .withCharts()
                .script("report.js")
                .data(ChartData.of(comparison))
                .render(Templates.OWN.content("comparison.jte", new ComparisonView(comparison)));
    }
}
