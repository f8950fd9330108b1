package io.birdseye.planning.advice;

import io.birdseye.model.Topology;
import io.birdseye.planning.queueing.Operational;
import io.birdseye.planning.simulation.RequestWork;
import io.birdseye.planning.simulation.RequestWork.Call;
import java.util.List;

/** The highest throughput, in 1/s, that cores and pools allow by the utilisation law. */
final class ThroughputBounds {

    private ThroughputBounds() {}

    static double ofCores(RequestWork work, int cores) {
        return bound(cores, work.cpuMs());
    }

    static double of(Topology topology, RequestWork work, int cores) {
        double bound = ofCores(work, cores);
        double combineMs = work.combineMs();
        double ioMs = work.callMs() + (topology.cpuOnIoThreads() ? combineMs : 0);
        if (topology.ioPerCall().isEmpty()) {
            bound = Math.min(bound, bound(topology.ioThreads(), ioMs));
        } else {
            List<Call> calls =
                    work.groups().stream().flatMap(group -> group.calls().stream()).toList();
            for (int i = 0; i < calls.size(); i++) {
                double heldMs = calls.get(i).upstream().meanMs() + calls.get(i).cpuMs();
                bound = Math.min(bound, bound(topology.ioPerCall().get(i), heldMs));
            }
        }
        if (topology.cpuPerGroup().isEmpty()) {
            return Math.min(bound, bound(Math.min(cores, topology.cpuThreads()), combineMs));
        }
        for (int g = 0; g < work.groups().size(); g++) {
            double heldMs = work.groups().get(g).combineCpu().meanMs();
            bound = Math.min(bound, bound(Math.min(cores, topology.cpuPerGroup().get(g)), heldMs));
        }
        return bound;
    }

    private static double bound(double servers, double demandMs) {
        return demandMs > 0 ? Operational.highestRate(servers, demandMs) : Double.POSITIVE_INFINITY;
    }
}
