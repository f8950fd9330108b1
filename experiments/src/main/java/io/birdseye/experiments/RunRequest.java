package io.birdseye.experiments;

import io.birdseye.experiments.measure.Effort;
import java.nio.file.Path;
import java.util.List;

/**
 * What to run.
 *
 * @param ids of claims; none means all
 * @param folder receives the ledger and the runs; if it has some, the run goes on from there
 * @param upstreamMain main class of the server that experiments call; it takes {@code --port 0} and
 *     prints {@code ready on} and its address
 * @param seed of the order in which experiments are run
 */
public record RunRequest(List<String> ids, Effort effort, Path folder, String upstreamMain, long seed) {

    /** Started by name, as a process: the experiments know mock-api by HTTP only. */
    public static final String MOCK_API = "io.birdseye.mockapi.MockApiMain";

    public RunRequest {
        ids = List.copyOf(ids);
    }

    /** With mock-api as the upstream server. */
    public static RunRequest of(List<String> ids, Effort effort, Path folder) {
        return new RunRequest(ids, effort, folder, MOCK_API, 1);
    }
}
