package io.birdseye.planning.advice;

import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import org.jspecify.annotations.Nullable;

/**
 * What a pool that requests share does above its rate, as simulated: where nothing bounds the requests in front of it, as
 * with a virtual thread for each, and where no more than {@code maxInFlight} are admitted.
 */
public record PoolOverload(PoolAdvice pool, double perSecond, int maxInFlight, SimulationResult unbounded, SimulationResult bounded) {

    /** Of what the pool carries. */
    private static final double MORE = 1.2;

    private static final RunLength LEAST = new RunLength(1000, 1000, 1000, 3, 1917);

    /** @param maxInFlight null for as many requests as the pool answers before one that waits is given up */
    static PoolOverload of(Question question, PoolAdvice pool, @Nullable Integer maxInFlight) {
        double perSecond = pool.highestPerSecond() * MORE;
        double inTimeMs = Math.min(question.deadlineMs(), question.p99Ms() == null ? Double.POSITIVE_INFINITY : question.p99Ms());
        int bound = maxInFlight != null ? maxInFlight : (int) Math.max(1, pool.highestPerSecond() * inTimeMs / 1000);
        return new PoolOverload(pool, perSecond, bound, run(question, perSecond, ServiceModel.UNBOUNDED), run(question, perSecond, bound));
    }

    private static SimulationResult run(Question question, double perSecond, int maxInFlight) {
        int all = ServiceModel.UNBOUNDED;
        Topology threads = Topology.inParallel(Topology.Pool.shared(all), Topology.Pool.shared(question.cores()));
        ServiceModel model = new ServiceModel(threads, question.work(), question.cores(), 0, all, all, maxInFlight, question.deadlineMs());
        Load load = question.load().at(perSecond);
        return Simulation.run(model, load, LEAST.untilSteady(model, load));
    }
}
