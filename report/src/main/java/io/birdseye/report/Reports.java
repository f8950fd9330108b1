package io.birdseye.report;

import io.birdseye.model.WholeFile;
import io.birdseye.report.page.ComparisonPage;
import io.birdseye.report.profile.RowFlames;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.CsvReport;
import io.birdseye.report.table.MarkdownReport;
import io.birdseye.report.table.Simplicity;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes {@code results.json}, {@code report.md}, {@code report.csv} and {@code report.html} into a folder of results.
 */
public final class Reports {

    /** The Markdown report's name. */
    public static final String MARKDOWN = "report.md";

    /** The name of the table for spreadsheets. */
    public static final String CSV = "report.csv";

    /** The HTML page's name. */
    public static final String PAGE = "report.html";

    private Reports() {}

    /**
     * Writes all files, the results first: whatever goes wrong later, what was measured is kept. May be called after
     * every trial.
     *
     * @param folder is created if need be; histograms are read from it
     * @param simplicity by which a strategy is recommended
     * @return what the reports show, for a table on the terminal
     * @throws IOException if a file cannot be written
     * @throws IllegalArgumentException if the results contradict themselves
     */
    public static ComparisonTable write(Results results, Path folder, Simplicity simplicity) throws IOException {
        Files.createDirectories(folder);
        ResultsFile.write(results, folder.resolve(ResultsFile.NAME));
        return draw(results, folder, simplicity);
    }

    /** The same, without an order in which strategies are recommended. */
    public static ComparisonTable write(Results results, Path folder) throws IOException {
        return write(results, folder, Simplicity.NONE);
    }

    /**
     * Draws results again that exist, with the flame graphs of profiled trials: writes all files but {@code results.json}, so
     * that nothing measured is changed.
     *
     * @param folder that holds the results; histograms are read from it
     * @return what the reports show
     * @throws IOException if a file cannot be written
     * @throws IllegalArgumentException if the results contradict themselves
     */
    public static ComparisonTable draw(Results results, Path folder, Simplicity simplicity) throws IOException {
        ComparisonTable comparison = ComparisonTable.of(results, folder, simplicity);
        WholeFile.write(folder.resolve(MARKDOWN), MarkdownReport.render(comparison));
        WholeFile.write(folder.resolve(CSV), CsvReport.render(comparison));
        new RowFlames(comparison).draw(folder);
        WholeFile.write(folder.resolve(PAGE), ComparisonPage.render(comparison));
        return comparison;
    }

    /**
     * Joins results of the same settings into one, and writes all files of it.
     *
     * @param folder holds no results yet; histograms are copied into it
     * @throws FileAlreadyExistsException if the folder holds results
     * @throws IOException if a file cannot be read or written
     * @throws IllegalArgumentException if the results were not measured alike, with every difference in a line of its
     *     own, or if two of them hold the same trial
     */
    public static ComparisonTable join(List<StoredResults> parts, Path folder, Simplicity simplicity) throws IOException {
        if (Files.exists(folder.resolve(ResultsFile.NAME))) {
            throw new FileAlreadyExistsException(folder + " holds results already: choose another folder");
        }
        return write(JoinedResults.join(parts, folder), folder, simplicity);
    }
}
