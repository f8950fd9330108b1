package io.birdseye.loadtest.generate;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.report.json.JsonFile;
import io.birdseye.report.result.ResultsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a load generator saw of one measured phase. The coordinator of trials writes it as {@code window.json}.
 *
 * @param planned requests due in the window; in the closed model those that were sent
 * @param sent requests of the window that were really sent, whenever that was
 * @param offeredPerSecond requests really sent inside the window, or within 10 ms after it
 * @param achievedPerSecond the pace of right answers while the window lasted; in the open model from when the p99 of
 *     the service time has passed, at most half of the window, since nothing is in flight at its beginning
 * @param ok right answers to requests of the window, whenever they came; the others are errors
 * @param errorsByKind a status such as {@code "503"}, {@code "body"}, {@code "timeout"}, {@code "connection"},
 *     {@code "too-large"} for more than 16 MB, or {@code "unfinished"} where no answer was awaited any longer
 * @param response from when a request was due to its answer, as the service time from when it was sent; right answers
 *     only
 * @param startLag from when a request was due to when it was sent
 * @param path the mean of what the service said of its right answers; null where one of them had nothing
 */
public record LoadSummary(
        double seconds, long planned, long sent,
        double offeredPerSecond, double achievedPerSecond, long ok, long errors, Map<String, Long> errorsByKind,
        LatencyFigures response, LatencyFigures service, LatencyFigures startLag, @Nullable ServedPath path) {

    public LoadSummary {
        errorsByKind = Map.copyOf(errorsByKind);
    }

    /** @throws TrialFailure if there is no such file, or a damaged one */
    public static LoadSummary read(Path file) throws TrialFailure {
        try {
            return JsonFile.read(file, json -> ResultsFile.JSON.readValue(json, LoadSummary.class));
        } catch (IOException e) {
            throw new TrialFailure("there is no summary of the injectors: " + e.getMessage(), e);
        }
    }
}
