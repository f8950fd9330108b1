package io.birdseye.planning.advice;

import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advice.Outlook;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Simulated trials of one question. All of them send the same requests. */
final class SimulatedTrials {

    /** Of which each makes at most {@link #CALLS} / 3000 calls; of more calls there are fewer, but enough for a p99. */
    private static final int REQUESTS = 3000;
    private static final int FEWEST = 1000;
    private static final int CALLS = 24_000;

    /** So many times as many know the p99 of a busy pool to some percent, where the others know it to a tenth. */
    private static final int MORE = 4;

    /** A window is so many times as long as the slowest call; less where so many calls are in flight that it would take long. */
    private static final int ROUNDS = 20;
    private static final int FEWEST_ROUNDS = 3;

    private static final int REPLICATIONS = 5;
    private static final long SEED = 1917;

    private final Question question;

    /** Many strategies have the same topology, and equal models give equal results. */
    private final Map<ServiceModel, SimulationResult> done = new HashMap<>();

    private final Set<ServiceModel> refined = new HashSet<>();

    SimulatedTrials(Question question) {
        this.question = question;
    }

    ServiceModel model(Topology topology) {
        // Who waits changes nothing in a simulation, and models that differ in it would be run one by one.
        return ServiceModel.of(topology.withWaiter(""), question.work(), question.cores());
    }

    SimulationResult of(Topology topology) {
        return done.computeIfAbsent(
                model(topology), model -> Simulation.run(model, question.load(), runLength(1)));
    }

    /** The same with more requests, now and whenever it is asked for again. */
    SimulationResult refined(Topology topology) {
        ServiceModel model = model(topology);
        if (refined.add(model)) {
            done.put(model, Simulation.run(model, question.load(), runLength(MORE)));
        }
        return of(topology);
    }

    /** Long enough for a p99, and to show whether a queue keeps growing. */
    private Simulation.RunLength runLength(int more) {
        int calls = question.work().size();
        int requests = more * Math.clamp(CALLS / calls, FEWEST, REQUESTS);
        double slowest = question.upstreamMs().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double inFlight = question.perSecond() * slowest / 1000 * calls;
        double window = Math.max(requests * 1000 / question.perSecond(), Math.clamp(2.0 * CALLS / inFlight, FEWEST_ROUNDS, ROUNDS) * slowest);
        // A request that is not answered within another window waits in a queue that keeps growing.
        return new Simulation.RunLength(window / 3, window, window, REPLICATIONS, SEED);
    }

    boolean surelyMeets(Topology topology, double p99Ms) {
        refined(topology);
        return meets(topology, p99Ms);
    }

    /** Whether throughput keeps up with the rate, and the upper end of the p99's interval is within the objective. */
    boolean meets(Topology topology, double p99Ms) {
        SimulationResult result = of(topology);
        return keepsUp(result) && result.get(SimulationResult.Figure.P99_MS).high() <= p99Ms;
    }

    private boolean keepsUp(SimulationResult result) {
        return result.keepsUp(question.work().failingShare());
    }

    Outlook outlook(String name, Topology topology, double wantedMs) {
        SimulationResult result = of(topology);
        return new Outlook(
                name, topology.ioThreads(), model(topology).highestPerSecond(), result.achievedPerSecond(),
                keepsUp(result) ? result.p50Ms() : Double.POSITIVE_INFINITY,
                keepsUp(result) ? result.get(SimulationResult.Figure.P99_MS) : SimulationResult.SimulatedMean.UNBOUNDED,
                meets(topology, wantedMs));
    }

    /** The same for a change that may help; not simulated if pools or cores cannot carry the rate. */
    Outlook whatIf(String change, Topology topology, double wantedMs) {
        double highest = model(topology).highestPerSecond();
        return highest > question.perSecond()
                ? outlook(change, topology, wantedMs)
                : new Outlook(
                        change, topology.ioThreads(), highest, highest, Double.POSITIVE_INFINITY,
                        SimulationResult.SimulatedMean.UNBOUNDED, false);
    }
}
