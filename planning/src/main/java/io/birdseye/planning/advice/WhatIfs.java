package io.birdseye.planning.advice;

import io.birdseye.model.Format;
import io.birdseye.model.Topology;
import io.birdseye.planning.advice.Advice.WhatIf;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RequestWork.Group;
import io.birdseye.planning.simulation.SimulationResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Simulates changes that may help, one at a time. */
final class WhatIfs {

    private static final double FASTER = 0.8;

    /** The topology of the strategy that is examined. */
    @FunctionalInterface
    interface TopologyOf {
        Topology with(int io, int cores);
    }

    private final Question question;
    private final TopologyOf topology;
    private final int io;
    private final double nowMs;

    /**
     * @param io size of the I/O pool for all changes but the one of the pool itself
     * @param nowMs the p99 without a change; infinite if the rate is too high
     */
    WhatIfs(Question question, TopologyOf topology, int io, double nowMs) {
        this.question = question;
        this.topology = topology;
        this.io = io;
        this.nowMs = nowMs;
    }

    /** The most helpful change first: the lowest p99, and if the rate is still too high, the highest throughput. */
    List<WhatIf> all() {
        RequestWork work = question.work();
        int cores = question.cores();
        int larger = io + io / 2;
        List<WhatIf> whatIfs = new ArrayList<>(List.of(
                whatIf("an I/O pool of " + Format.plain(larger), question, larger),
                whatIf("one more core", question.with(work, cores + 1), io),
                whatIf("all upstreams 20 % faster", question.with(times(work, FASTER, 1), cores), io),
                whatIf(
                        "20 % less CPU per request, for example by another collector or more efficient code",
                        question.with(times(work, 1, FASTER), cores), io)));
        RequestWork primitive = question.primitive();
        if (primitive != null) {
            whatIfs.add(whatIf("the primitive layout", question.with(primitive, cores), io));
        }
        whatIfs.sort(Comparator.comparingDouble(WhatIf::p99Ms)
                .thenComparing(Comparator.comparingDouble(WhatIf::highestPerSecond).reversed()));
        return whatIfs;
    }

    private WhatIf whatIf(String change, Question changed, int pool) {
        Topology threads = topology.with(pool, changed.cores());
        double highest = ThroughputBounds.of(threads, changed.work(), changed.cores());
        double p99 = highest > changed.perSecond()
                ? steadyP99Ms(new SimulatedTrials(changed).of(threads))
                : Double.POSITIVE_INFINITY;
        return new WhatIf(change, highest, p99, Double.isInfinite(nowMs) ? 0 : nowMs - p99);
    }

    private static double steadyP99Ms(SimulationResult result) {
        return SimulatedTrials.steadyMs(result, result.p99Ms());
    }

    private static RequestWork times(RequestWork work, double io, double cpu) {
        List<Group> groups = work.groups().stream()
                .map(group -> new Group(
                        group.calls().stream()
                                .map(call -> new Call(
                                        call.upstream().times(io), call.cpuMs() * cpu, call.failureRate()))
                                .toList(),
                        group.combineCpu().times(cpu)))
                .toList();
        return new RequestWork(groups, work.requestCpuMs() * cpu, work.backgroundCpuMs() * cpu);
    }
}
