package io.birdseye.report;

import io.birdseye.model.WholeFile;
import io.birdseye.report.page.ComparisonPage;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.MarkdownReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes {@code results.json}, {@code report.md} and {@code report.html} into a folder of results. */
public final class Reports {

    /** The Markdown report's name. */
    public static final String MARKDOWN = "report.md";

    /** The HTML page's name. */
    public static final String PAGE = "report.html";

    private Reports() {}

    /**
     * Writes all files, the results first: whatever goes wrong later, what was measured is kept. May be called after
     * every trial.
     *
     * @param folder is created if need be; histograms are read from it
     * @return what the reports show, for a table on the terminal
     * @throws IOException if a file cannot be written
     * @throws IllegalArgumentException if the results contradict themselves
     */
    public static ComparisonTable write(Results results, Path folder) throws IOException {
        Files.createDirectories(folder);
        ResultsFile.write(results, folder.resolve(ResultsFile.NAME));
        ComparisonTable comparison = ComparisonTable.of(results, folder);
        WholeFile.write(folder.resolve(MARKDOWN), MarkdownReport.render(comparison));
        WholeFile.write(folder.resolve(PAGE), ComparisonPage.render(comparison));
        return comparison;
    }
}
