package io.birdseye.planning.calibration;

import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.model.Latency;
import io.birdseye.model.Topology;
import io.birdseye.planning.point.PointSettings;
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
     * @param maxInFlight requests that may be in flight, and how many more may wait for an HTTP thread
     * @param deadlineMs time after which a request has failed
     */
    public record Host(int cores, boolean shared, int httpThreads, int maxInFlight, double deadlineMs) {}

    private Predictor() {}

    /**
     * Simulates a service with calibrated costs.
     *
     * @param upstreams the latencies of each group's calls
     * @throws IllegalArgumentException if the tree differs from the calibrated one
     */
    public static SimulationResult predict(
            CalibratedCosts costs,
            Topology topology,
            List<List<Latency>> upstreams,
            Host host,
            Traffic traffic,
            RunLength runLength) {
        ServiceModel model = new ServiceModel(
                RequestPath.of(topology),
                costs.work(upstreams, host.shared()),
                host.cores(),
                costs.contention(),
                host.httpThreads(),
                host.maxInFlight(),
                host.maxInFlight(),
                host.deadlineMs());
        return Simulation.run(model, traffic, runLength);
    }

    /** Predicts a point that was measured on the calibrated machine, which it shared with injector and mock. */
    public static SimulationResult predict(
            CalibratedCosts costs, int cores, PointSettings point, Topology topology, RunLength runLength) {
        ServiceOptions service = point.limits().service(point.sizing(), point.deadline(), List.of());
        Host host = new Host(
                cores, true, service.httpThreads(), service.maxInFlight(), point.deadline().toMillis());
        return predict(costs, topology, point.upstreams(), host, Traffic.of(point.load()), runLength);
    }

    /** The mean latencies of each group's calls, in ms. */
    static List<List<Double>> means(List<List<Latency>> upstreams) {
        return upstreams.stream()
                .map(group -> group.stream().map(Latency::meanMs).toList())
                .toList();
    }
}
