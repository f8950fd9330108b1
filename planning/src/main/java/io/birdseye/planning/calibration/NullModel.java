package io.birdseye.planning.calibration;

import io.birdseye.model.Arrivals;
import io.birdseye.model.Latency;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.Simulation;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.scenario.Faults;
import io.birdseye.scenario.Scenario.Call;
import java.util.List;

/**
 * What anybody can predict who knows delays, pool and load: X = min(rate, threads / time of the calls), R = max(delay,
 * users / X), without users 0. A prediction is worth something only where it hits and this does not.
 */
public record NullModel(double perSecond, double delayP50Ms, double delayP99Ms, double usersMs) {

    /** The delays of calls in turn are added up by simulation; far apart, so that nothing waits. */
    private static final Simulation.RunLength ALONE = new Simulation.RunLength(1000, 10_000_000, 1_000_000, 2, 1908);

    private static final Latency NO_TIME = new Latency.Fixed(0);

    /** @param upstreams the calls of each group, as configured */
    public static NullModel of(Load load, List<List<Call>> upstreams, Topology topology) {
        RequestWork delays = new RequestWork(
                upstreams.stream()
                        .map(calls -> new RequestWork.Group(calls.stream().map(NullModel::withoutFaults).toList(), NO_TIME))
                        .toList(),
                0);
        double carried = ServiceModel.of(topology, delays, ServiceModel.UNBOUNDED).highestPerSecond();
        double perSecond = load.model() == Load.Model.OPEN ? Math.min(load.ratePerSecond(), carried) : carried;
        double usersMs = load.users() / perSecond * 1000;
        if (!topology.callsInTurn()) {
            return new NullModel(perSecond, delays.slowestMs(0.5), delays.slowestMs(0.99), usersMs);
        }
        Topology unlimited = Topology.inTurn(
                Topology.Pool.shared(ServiceModel.UNBOUNDED), Topology.Pool.shared(ServiceModel.UNBOUNDED));
        SimulationResult alone = Simulation.run(
                ServiceModel.of(unlimited, delays, ServiceModel.UNBOUNDED), Load.open(2, Arrivals.CONSTANT), ALONE);
        return new NullModel(perSecond, alone.p50Ms(), alone.p99Ms(), usersMs);
    }

    private static RequestWork.Call withoutFaults(Call chain) {
        return RequestWork.Call.of(chain.each(call -> new Call(
                call.name(), call.toLastByte(), call.payload(), Faults.NONE, call.policy(), call.then())));
    }

    Accuracy.CheckedFigures figures() {
        return new Accuracy.CheckedFigures(perSecond, Math.max(delayP50Ms, usersMs), Math.max(delayP99Ms, usersMs));
    }
}
