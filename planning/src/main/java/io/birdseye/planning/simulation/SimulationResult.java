package io.birdseye.planning.simulation;

/**
 * What the simulated service would show a load test: means over the replications, with 95 % intervals.
 *
 * <p>The intervals say how exact the simulation is, not how true the model. How true it is, only {@link Accuracy} says.
 *
 * @param answered requests on which the latencies stand, all replications together
 * @param offeredPerSecond requests sent
 * @param achievedPerSecond requests answered within the window
 * @param refusedShare of the requests, at once, by a bound
 * @param failedShare of the requests, by a failing call, by the deadline, or not answered at all
 */
public record SimulationResult(
        long answered,
        Estimate offeredPerSecond,
        Estimate achievedPerSecond,
        Estimate refusedShare,
        Estimate failedShare,
        Estimate meanMs,
        Estimate p50Ms,
        Estimate p90Ms,
        Estimate p99Ms,
        Estimate maxMs,
        Usage usage) {

    /**
     * How busy things were, on average over the window. Of dedicated pools the utilisation is that of the busiest.
     *
     * @param inside requests in the service
     * @param cores utilisation of the cores, 0 to 1
     * @param httpBusy HTTP threads held
     * @param ioUtilisation of the I/O pool, 0 to 1
     * @param ioBusy threads or permits of the I/O pool held
     * @param ioWaitMs wait of a call for its thread
     * @param cpuUtilisation of the CPU pool, 0 to 1
     * @param cpuWaitMs wait of a combination for its thread
     */
    public record Usage(
            Estimate inside,
            Estimate cores,
            Estimate httpBusy,
            Estimate ioUtilisation,
            Estimate ioBusy,
            Estimate ioWaitMs,
            Estimate cpuUtilisation,
            Estimate cpuWaitMs) {}
}
