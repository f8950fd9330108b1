package io.birdseye.planning.advice;

import io.birdseye.model.Latency;
import io.birdseye.model.Topology;
import io.birdseye.planning.simulation.Estimate;
import io.birdseye.planning.simulation.Horizon;
import io.birdseye.planning.simulation.RequestPath;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Simulated trials of one question, all of them with the same requests. */
final class Trials {

    private static final int REQUESTS = 3000;
    private static final int REPLICATIONS = 5;
    private static final long SEED = 1917;

    private final Question question;
    /** Many strategies come down to the same threads, and equal requests give equal results. */
    private final Map<ServiceModel, SimulationResult> done = new HashMap<>();

    Trials(Question question) {
        this.question = question;
    }

    /** Calls in parallel, pools apart, response suspended: the topology by which pools are sized. */
    static Topology apart(int io, int cpu) {
        return new Topology(false, false, io, List.of(), cpu, List.of(), false);
    }

    SimulationResult apartWith(int io) {
        return of(apart(io, question.cores()), ServiceModel.UNBOUNDED);
    }

    SimulationResult of(Topology topology, int httpThreads) {
        ServiceModel model = new ServiceModel(
                RequestPath.of(topology),
                question.work(),
                question.cores(),
                0,
                httpThreads,
                ServiceModel.UNBOUNDED,
                ServiceModel.UNBOUNDED,
                Double.POSITIVE_INFINITY);
        return done.computeIfAbsent(model, asked -> Simulation.run(asked, question.traffic(), horizon()));
    }

    /** Long enough for a p99, and for a queue to show whether it has an end. */
    private Horizon horizon() {
        double slowest = question.latencies().stream().mapToDouble(Latency::meanMs).max().orElse(0);
        double window = Math.max(REQUESTS * 1000 / question.perSecond(), 20 * slowest);
        // What is not answered by then belongs to a queue without end.
        return new Horizon(window / 3, window, window, REPLICATIONS, SEED);
    }

    /** Whether the objective holds at the upper end of the simulation's interval, and the rate is kept up with. */
    static boolean meets(SimulationResult result, double p99Ms) {
        return keepsUp(result) && result.p99Ms().high() <= p99Ms;
    }

    private static boolean keepsUp(SimulationResult result) {
        return result.achievedPerSecond().mean() >= 0.97 * result.offeredPerSecond().mean();
    }

    /** A latency of the result; infinite where it only says for how long was simulated, since the queue has no end. */
    static double steadyMs(SimulationResult result, Estimate latency) {
        return keepsUp(result) ? latency.mean() : Double.POSITIVE_INFINITY;
    }
}
