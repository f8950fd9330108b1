package io.birdseye.planning.simulation;

import io.birdseye.model.Latency;
import java.util.List;

/**
 * Predicts what this machine cannot run: more cores, higher rates, slower upstreams, an upstream that stalls.
 *
 * <p>It needs to have been checked at measured points before it says anything.
 */
public final class Predictor {

    /**
     * Where the service would run.
     *
     * @param cores of the machine
     * @param shared whether injector and mock run on the same cores
     * @param httpThreads worker threads of the HTTP server
     * @param httpQueue requests that may wait for one
     * @param maxInFlight requests in progress
     * @param deadlineMs after which a request has failed
     */
    public record Host(
            int cores, boolean shared, int httpThreads, int httpQueue, int maxInFlight, double deadlineMs) {}

    private final Calibration calibration;
    private final Accuracy accuracy;

    /** @param accuracy of this calibration at points that were not used for it, see {@link #simulate} */
    public Predictor(Calibration calibration, Accuracy accuracy) {
        this.calibration = calibration;
        this.accuracy = accuracy;
    }

    /**
     * Predicts one point.
     *
     * @param upstreams the latencies of each group's calls
     * @throws IllegalArgumentException if the tree differs from the calibrated one
     */
    public CheckedPrediction predict(
            RequestPath path, List<List<Latency>> upstreams, Host host, Traffic traffic, Horizon horizon) {
        return new CheckedPrediction(simulate(calibration, path, upstreams, host, traffic, horizon), accuracy);
    }

    /** The same without a check: what an {@link Accuracy} is made from. Not for showing. */
    public static SimulationResult simulate(
            Calibration calibration,
            RequestPath path,
            List<List<Latency>> upstreams,
            Host host,
            Traffic traffic,
            Horizon horizon) {
        ServiceModel model = new ServiceModel(
                path,
                calibration.work(upstreams, host.shared()),
                host.cores(),
                calibration.contention(),
                host.httpThreads(),
                host.httpQueue(),
                host.maxInFlight(),
                host.deadlineMs());
        return Simulation.run(model, traffic, horizon);
    }
}
