package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.model.WholeFile;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a load leaves in its folder: latencies of each second, and summaries. A single window has no number. */
public final class LogFiles {

    public static final String HISTOGRAMS = "latencies.hlog";
    public static final String SUMMARY = "window.json";

    private LogFiles() {}

    public static String histograms(int window, int windows) {
        return windows == 1 ? HISTOGRAMS : "latencies-" + (window + 1) + ".hlog";
    }

    public static Path summary(Path histograms) {
        String name = histograms.getFileName().toString();
        return histograms.resolveSibling(name.replaceFirst("^latencies(.*)\\.hlog$", "window$1.json"));
    }

    public static void write(Path folder, List<LoadSummary> windows) throws IOException {
        for (int i = 0; i < windows.size(); i++) {
            WholeFile.write(summary(folder.resolve(histograms(i, windows.size()))), ResultsFile.JSON.writeValueAsBytes(windows.get(i)));
        }
    }
}
