package io.birdseye.planning.simulation;

import io.birdseye.planning.simulation.Replication.Result;
import java.util.List;

/**
 * What a load test of the simulated service would show: means over the replications, with 95 % intervals.
 *
 * <p>The intervals state how exact the simulation is. They do not state how well the model fits a real service: only
 * {@link io.birdseye.planning.accuracy.Accuracy} does, from measured points.
 *
 * @param answered number of requests that the latencies are computed from, over all replications
 * @param offeredPerSecond requests sent
 * @param achievedPerSecond requests answered within the measured window
 * @param refusedShare share of the requests that a full queue or the limit of requests in flight refused
 * @param failedShare share of the requests that failed: by a failing call, by the deadline, or without any answer
 */
public record SimulationResult(
        long answered,
        SimulatedMean offeredPerSecond,
        SimulatedMean achievedPerSecond,
        SimulatedMean refusedShare,
        SimulatedMean failedShare,
        SimulatedMean meanMs,
        SimulatedMean p50Ms,
        SimulatedMean p99Ms,
        SimulatedMean maxMs,
        Usage<SimulatedMean> usage) {

    /**
     * How busy the parts of the service were, averaged over the window. Of pools for single calls or groups, the
     * utilisation is that of the busiest one.
     *
     * @param inside requests in the service
     * @param cores utilisation of the cores, 0 to 1
     * @param httpBusy HTTP threads in use
     * @param ioUtilisation of the I/O pool, 0 to 1
     * @param ioBusy threads or permits of the I/O pool in use
     * @param ioWaitMs time for which a call waits for its thread
     * @param cpuWaitMs time for which a combination waits for its thread
     * @param <T> a number for one replication, or a {@link SimulatedMean}
     */
    public record Usage<T>(T inside, T cores, T httpBusy, T ioUtilisation, T ioBusy, T ioWaitMs, T cpuWaitMs) {}

    static SimulationResult of(List<Result> results) {
        return new SimulationResult(
                results.stream().mapToLong(result -> result.latencies().count()).sum(),
                SimulatedMean.of(results, Result::offeredPerSecond),
                SimulatedMean.of(results, Result::achievedPerSecond),
                SimulatedMean.of(results, Result::refusedShare),
                SimulatedMean.of(results, Result::failedShare),
                SimulatedMean.of(results, result -> result.latencies().meanMs()),
                SimulatedMean.of(results, result -> result.latencies().percentileMs(0.5)),
                SimulatedMean.of(results, result -> result.latencies().percentileMs(0.99)),
                SimulatedMean.of(results, result -> result.latencies().percentileMs(1)),
                new Usage<>(
                        SimulatedMean.of(results, result -> result.usage().inside()),
                        SimulatedMean.of(results, result -> result.usage().cores()),
                        SimulatedMean.of(results, result -> result.usage().httpBusy()),
                        SimulatedMean.of(results, result -> result.usage().ioUtilisation()),
                        SimulatedMean.of(results, result -> result.usage().ioBusy()),
                        SimulatedMean.of(results, result -> result.usage().ioWaitMs()),
                        SimulatedMean.of(results, result -> result.usage().cpuWaitMs())));
    }
}
