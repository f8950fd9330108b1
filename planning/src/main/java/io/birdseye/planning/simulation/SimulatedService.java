package io.birdseye.planning.simulation;

import io.birdseye.model.CallPolicy;
import io.birdseye.planning.simulation.SimulationResult.Figure;
import io.birdseye.planning.simulation.SimulationResult.PoolUse;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The pools and cores of one simulated service, and the number of its requests in flight. */
final class SimulatedService {

    final EventLoop loop;
    final ServiceModel model;
    final Pool http;
    final Cores cores;
    private final List<Pool> io;
    private final List<Pool> cpu;
    private final Map<CallPolicy.Pool, Pool> shared = new LinkedHashMap<>();
    final Meter inside;
    private int inFlight;

    SimulatedService(EventLoop loop, ServiceModel model) {
        this.loop = loop;
        this.model = model;
        http = new Pool(loop, model.httpThreads());
        cores = new Cores(loop, model.cores(), model.contention());
        io = pools(model.topology().ioThreads(), model.topology().ioPerCall());
        cpu = pools(model.topology().cpuThreads(), model.topology().cpuPerGroup());
        model.work().poolMs().keySet().forEach(pool -> shared.put(pool, new Pool(loop, pool.size())));
        inside = new Meter(loop);
    }

    private List<Pool> pools(int shared, List<Integer> dedicated) {
        List<Integer> sizes = dedicated.isEmpty() ? List.of(shared) : dedicated;
        return sizes.stream().map(threads -> new Pool(loop, threads)).toList();
    }

    Pool ioPool(int call) {
        return io.size() == 1 ? io.getFirst() : io.get(call);
    }

    Pool cpuPool(int group) {
        return cpu.size() == 1 ? cpu.getFirst() : cpu.get(group);
    }

    /** Whose places all requests share, see {@link CallPolicy.Pool}. */
    Pool sharedPool(CallPolicy.Pool pool) {
        return Objects.requireNonNull(shared.get(pool));
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

    void restartStatistics() {
        inside.restart();
        cores.restartStatistics();
        http.restartStatistics();
        io.forEach(Pool::restartStatistics);
        cpu.forEach(Pool::restartStatistics);
        shared.values().forEach(Pool::restartStatistics);
    }

    Map<CallPolicy.Pool, PoolUse> poolUse() {
        Map<CallPolicy.Pool, PoolUse> use = new LinkedHashMap<>();
        shared.forEach((pool, places) -> use.put(pool, new PoolUse(places.utilisation(), places.meanWaitMs(), places.leftShare())));
        return use;
    }

    /** How busy the service was since the statistics were restarted. */
    Map<Figure, Double> usage() {
        return new EnumMap<>(Map.of(
                Figure.INSIDE, inside.mean(),
                Figure.CORES, cores.utilisation(),
                Figure.HTTP_BUSY, http.meanBusy(),
                Figure.IO_UTILISATION, io.stream().mapToDouble(Pool::utilisation).max().orElse(0),
                Figure.IO_BUSY, io.stream().mapToDouble(Pool::meanBusy).sum(),
                Figure.IO_WAIT_MS, io.stream().mapToDouble(Pool::meanWaitMs).average().orElse(0),
                Figure.CPU_WAIT_MS, cpu.stream().mapToDouble(Pool::meanWaitMs).average().orElse(0)));
    }
}
