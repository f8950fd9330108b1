package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.model.Latency;
import io.birdseye.model.Topology;
import io.birdseye.planning.simulation.RequestPath;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.SimulatedMean;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Simulated trials of one question. All of them send the same requests. */
final class SimulatedTrials {

    private static final int REQUESTS = 3000;
    private static final int REPLICATIONS = 5;
    private static final long SEED = 1917;
    private static final double KEEPS_UP = 0.97;

    private final Question question;

    /** Many strategies have the same topology, and equal models give equal results. */
    private final Map<ServiceModel, SimulationResult> done = new HashMap<>();

    SimulatedTrials(Question question) {
        this.question = question;
    }

    /** Parallel calls, one pool for calls and one for combinations, HTTP thread given back: pools are sized with it. */
    static Topology twoPools(int io, int cpu) {
        return new Topology(false, false, io, List.of(), cpu, List.of(), false);
    }

    SimulationResult of(Topology topology) {
        ServiceModel model = ServiceModel.of(RequestPath.of(topology), question.work(), question.cores());
        return done.computeIfAbsent(model, asked -> Simulation.run(asked, question.traffic(), runLength()));
    }

    /** Long enough for a p99, and to show whether a queue keeps growing. */
    private RunLength runLength() {
        double slowest = question.latencies().stream().mapToDouble(Latency::meanMs).max().orElse(0);
        double window = Math.max(REQUESTS * 1000 / question.perSecond(), 20 * slowest);
        // A request that is not answered within another window waits in a queue that keeps growing.
        return new RunLength(window / 3, window, window, REPLICATIONS, SEED);
    }

    /** Whether throughput keeps up with the rate, and the upper end of the p99's interval is within the objective. */
    static boolean meets(SimulationResult result, double p99Ms) {
        return keepsUp(result) && result.p99Ms().high() <= p99Ms;
    }

    private static boolean keepsUp(SimulationResult result) {
        return result.achievedPerSecond().mean() >= KEEPS_UP * result.offeredPerSecond().mean();
    }

    /** A latency of the result; infinite if the service does not keep up, since latency then grows with the run length. */
    static double steadyMs(SimulationResult result, SimulatedMean latency) {
        return keepsUp(result) ? latency.mean() : Double.POSITIVE_INFINITY;
    }

    /** A latency as text; {@code unbounded} if it is infinite. */
    static String describe(double ms) {
        return Double.isFinite(ms) ? Format.plainMs(ms) : "unbounded";
    }
}
