package io.birdseye.planning.simulation;

import io.birdseye.model.Topology;
import io.birdseye.planning.simulation.SimulationResult.Usage;
import java.util.List;

/** The pools and cores of one simulated service, and the number of its requests in flight. */
final class SimulatedService {

    final EventLoop loop;
    final ServiceModel model;
    final Pool http;
    final Cores cores;
    private final List<Pool> io;
    private final List<Pool> cpu;
    private final Meter inside;
    private int inFlight;

    SimulatedService(EventLoop loop, ServiceModel model) {
        this.loop = loop;
        this.model = model;
        Topology topology = model.path().topology();
        http = new Pool(loop, model.httpThreads());
        cores = new Cores(loop, model.cores(), model.contention());
        io = pools(topology.ioThreads(), topology.ioPerCall());
        cpu = pools(topology.cpuThreads(), topology.cpuPerGroup());
        inside = new Meter(loop);
    }

    private List<Pool> pools(int shared, List<Integer> dedicated) {
        return dedicated.isEmpty()
                ? List.of(new Pool(loop, shared))
                : dedicated.stream().map(threads -> new Pool(loop, threads)).toList();
    }

    Pool ioPool(int call) {
        return io.size() == 1 ? io.getFirst() : io.get(call);
    }

    Pool cpuPool(int group) {
        return cpu.size() == 1 ? cpu.getFirst() : cpu.get(group);
    }

    /** Admits a request, unless as many as allowed are in flight. */
    boolean admit() {
        if (inFlight >= model.maxInFlight()) {
            return false;
        }
        inFlight++;
        return true;
    }

    void release() {
        inFlight--;
    }

    void entered() {
        inside.add(1);
    }

    void left() {
        inside.add(-1);
    }

    void restartStatistics() {
        inside.restart();
        cores.restartStatistics();
        http.restartStatistics();
        io.forEach(Pool::restartStatistics);
        cpu.forEach(Pool::restartStatistics);
    }

    /** Means over the measured window. */
    Usage<Double> usage() {
        return new Usage<>(
                inside.mean(),
                cores.utilisation(),
                http.meanBusy(),
                io.stream().mapToDouble(Pool::utilisation).max().orElse(0),
                io.stream().mapToDouble(Pool::meanBusy).sum(),
                io.stream().mapToDouble(Pool::meanWaitMs).average().orElse(0),
                cpu.stream().mapToDouble(Pool::meanWaitMs).average().orElse(0));
    }
}
