package io.birdseye.planning.calibration;

import io.birdseye.model.Latency;
import io.birdseye.planning.simulation.RequestPath;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.planning.simulation.Traffic;
import java.util.List;

/**
 * Predicts what a machine cannot run: more cores, higher rates, slower upstreams, an upstream that stalls.
 *
 * <p>A prediction is shown only with its {@link io.birdseye.planning.accuracy.Accuracy} at measured points.
 */
public final class Predictor {

    /**
     * The machine and the limits of the predicted service.
     *
     * @param cores of the machine
     * @param shared whether injector and mock run on the same cores
     * @param httpThreads worker threads of the HTTP server
     * @param httpQueue number of requests that may wait for one of them
     * @param maxInFlight number of admitted requests that may be in flight
     * @param deadlineMs time after which a request has failed
     */
    public record Host(
            int cores, boolean shared, int httpThreads, int httpQueue, int maxInFlight, double deadlineMs) {}

    private Predictor() {}

    /**
     * Simulates a service with calibrated costs.
     *
     * @param upstreams the latencies of each group's calls
     * @throws IllegalArgumentException if the tree differs from the calibrated one
     */
    public static SimulationResult predict(
            CalibratedCosts costs,
            RequestPath path,
            List<List<Latency>> upstreams,
            Host host,
            Traffic traffic,
            RunLength runLength) {
        ServiceModel model = new ServiceModel(
                path,
                costs.work(upstreams, host.shared()),
                host.cores(),
                costs.contention(),
                host.httpThreads(),
                host.httpQueue(),
                host.maxInFlight(),
                host.deadlineMs());
        return Simulation.run(model, traffic, runLength);
    }
}
