package io.birdseye.report;

import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.table.ComparisonTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A result that was read. */
public record StoredResults(Path file, Results results) {

    /**
     * Reads a {@code results.json}.
     *
     * @throws IOException in one line, naming the file, if it is missing or cannot be read
     */
    public static StoredResults read(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return new StoredResults(path, ResultsFile.read(path));
        }
        Path file = path.resolve(ResultsFile.NAME);
        if (!Files.exists(file)) {
            throw new IOException(path + " holds no " + ResultsFile.NAME + (Files.isDirectory(path.resolve("trials"))
                    ? ": the comparison was interrupted; the same command with --out and this folder completes it"
                    : ", so it is no folder of results"));
        }
        return new StoredResults(file, ResultsFile.read(file));
    }

    public StoredResults judgedWithin(double margin) {
        return new StoredResults(file, results.with(results.settings().with(results.settings().options().within(margin))));
    }

    /** The folder to which the histograms are relative. */
    public Path folder() {
        return file.toAbsolutePath().resolveSibling("").normalize();
    }

    /**
     * What the reports show of it. Reads the histograms.
     *
     * @throws IOException in one line, if the result contradicts itself
     */
    public ComparisonTable table() throws IOException {
        if (results.settings().searched()) {
            throw new IOException(file + " holds capacities and no response times at one rate: 'report' draws it");
        }
        try {
            return ComparisonTable.of(results, folder());
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " contradicts itself: " + e.getMessage(), e);
        }
    }
}
