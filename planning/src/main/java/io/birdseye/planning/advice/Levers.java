package io.birdseye.planning.advice;

import io.birdseye.model.Latency;
import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advice.Lever;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RequestWork.Group;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.ServiceModel;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Tries out what would help, one change at a time. */
final class Levers {

    private static final double FASTER = 0.8;

    /** The threads of the strategy in question. */
    @FunctionalInterface
    interface TopologyOf {
        Topology with(int io, int cores);
    }

    private final Question question;
    private final TopologyOf topology;
    private final int io;
    private final double nowMs;

    /**
     * @param io the pool that everything is tried with
     * @param nowMs the p99 without a change; infinite where the rate is too high
     */
    Levers(Question question, TopologyOf topology, int io, double nowMs) {
        this.question = question;
        this.topology = topology;
        this.io = io;
        this.nowMs = nowMs;
    }

    /** The most helpful first: the lowest p99, and of those without one the highest rate. */
    List<Lever> all() {
        RequestWork work = question.work();
        List<Lever> levers = new ArrayList<>();
        int larger = io + io / 2;
        levers.add(lever("an I/O pool of " + Say.number(larger), question, larger));
        levers.add(lever("one more core", question.with(work, question.cores() + 1), io));
        levers.add(lever("all upstreams 20 % faster", question.with(times(work, FASTER, 1), question.cores()), io));
        levers.add(lever(
                "20 % less CPU per request, as another collector or leaner code may bring",
                question.with(times(work, 1, FASTER), question.cores()),
                io));
        RequestWork primitive = question.primitive();
        if (primitive != null) {
            levers.add(lever("the primitive layout", question.with(primitive, question.cores()), io));
        }
        levers.sort(Comparator.comparingDouble(Lever::p99Ms)
                .thenComparing(Comparator.comparingDouble(Lever::highestPerSecond).reversed()));
        return levers;
    }

    private Lever lever(String change, Question changed, int pool) {
        Topology threads = topology.with(pool, changed.cores());
        double highest = Bounds.of(threads, changed.work(), changed.cores());
        double p99 = highest > changed.perSecond()
                ? steadyP99Ms(new Trials(changed).of(threads, ServiceModel.UNBOUNDED))
                : Double.POSITIVE_INFINITY;
        return new Lever(change, highest, p99, Double.isInfinite(nowMs) ? 0 : nowMs - p99);
    }

    private static double steadyP99Ms(SimulationResult result) {
        return Trials.steadyMs(result, result.p99Ms());
    }

    private static RequestWork times(RequestWork work, double io, double cpu) {
        List<Group> groups = work.groups().stream()
                .map(group -> new Group(
                        group.calls().stream()
                                .map(call -> new Call(
                                        call.upstream().times(io), call.cpuMs() * cpu, call.failureRate()))
                                .toList(),
                        scaled(group.combineCpu(), cpu)))
                .toList();
        return new RequestWork(groups, work.requestCpuMs() * cpu, work.backgroundCpuMs() * cpu);
    }

    private static Latency scaled(Latency latency, double factor) {
        return factor == 1 ? latency : latency.times(factor);
    }
}
