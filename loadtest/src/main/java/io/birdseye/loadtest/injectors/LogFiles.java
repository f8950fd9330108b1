package io.birdseye.loadtest.injectors;

import java.nio.file.Path;

/** The names of what a load leaves in its folder; a single window has no number. */
public final class LogFiles {

    /** The latencies of each second. */
    public static final String HISTOGRAMS = "latencies.hlog";

    /** The {@link io.birdseye.loadtest.generate.LoadSummary}. */
    public static final String SUMMARY = "window.json";

    private LogFiles() {}

    /** The file of a window's latencies. */
    public static String histograms(int window, int windows) {
        return windows == 1 ? HISTOGRAMS : "latencies-" + (window + 1) + ".hlog";
    }

    /** The file of a window's summary. */
    public static String summary(int window, int windows) {
        return windows == 1 ? SUMMARY : "window-" + (window + 1) + ".json";
    }

    /** The summary that belongs to a file of latencies. */
    public static Path summary(Path histograms) {
        String name = histograms.getFileName().toString();
        return histograms.resolveSibling(name.replaceFirst("^latencies(.*)\\.hlog$", "window$1.json"));
    }
}
