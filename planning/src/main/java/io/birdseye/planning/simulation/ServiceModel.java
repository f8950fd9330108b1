package io.birdseye.planning.simulation;

import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The service that is simulated. Each further busy core slows every task down by the share σ, the contention; a request
 * is refused when the HTTP queue is full, and fails at its deadline, which may be infinite.
 */
public record ServiceModel(
        Topology topology, RequestWork work, double cores, double contention, int httpThreads, int httpQueue,
        int maxInFlight, double deadlineMs) {

    /** A limit that nothing reaches: no request waits or is refused. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    public ServiceModel {
        Require.positive("cores", cores);
        Require.positive("HTTP threads", httpThreads);
        Require.atLeastZero("the HTTP queue", httpQueue);
        Require.positive("max in flight", maxInFlight);
        Require.atLeastZero("the contention", contention);
        if (!(deadlineMs > 0)) {
            throw new IllegalArgumentException("the deadline must be above 0 ms, but is " + deadlineMs);
        }
        requireSize("calls", topology.ioPerCall().size(), work.calls().size());
        requireSize("groups", topology.cpuPerGroup().size(), work.groups().size());
    }

    /** A service that only its cores and the pools of the topology limit. */
    public static ServiceModel of(Topology topology, RequestWork work, double cores) {
        return new ServiceModel(topology, work, cores, 0, UNBOUNDED, UNBOUNDED, UNBOUNDED, Double.POSITIVE_INFINITY);
    }

    private static void requireSize(String what, int dedicated, int needed) {
        if (dedicated != 0 && dedicated != needed) {
            throw new IllegalArgumentException("the topology has separate threads for " + dedicated + " " + what
                    + ", but the request has " + needed);
        }
    }

    /** Whether a request combines one group after the other, as on an HTTP thread that it holds. */
    boolean combinesInTurn() {
        return topology.callsInTurn() || (topology.blocksHttpThread() && !topology.cpuOnIoThreads());
    }

    /** The highest throughput, in 1/s, that cores, HTTP threads and pools allow by the utilisation law. */
    public double highestPerSecond() {
        double ioMs = work.callMs() + (topology.cpuOnIoThreads() ? work.combineMs() : 0);
        double io = topology.ioPerCall().isEmpty()
                ? Queueing.highestRate(topology.ioThreads(), ioMs)
                : slowest(topology.ioPerCall(), work.calls(), RequestWork.Call::heldMs);
        List<Integer> cpuThreads =
                topology.cpuPerGroup().stream().map(threads -> (int) Math.min(cores, threads)).toList();
        double cpu = cpuThreads.isEmpty()
                ? Queueing.highestRate(Math.min(cores, topology.cpuThreads()), work.combineMs())
                : slowest(cpuThreads, work.groups(), (RequestWork.Group group) -> group.combineCpu().meanMs());
        double places = work.poolMs().entrySet().stream()
                .mapToDouble(pool -> Queueing.highestRate(pool.getKey().size(), pool.getValue()))
                .min().orElse(Double.POSITIVE_INFINITY);
        double http = topology.blocksHttpThread() ? Queueing.highestRate(httpThreads, aloneMs()) : Double.POSITIVE_INFINITY;
        return Stream.of(Queueing.highestRate(cores, work.cpuMs()), io, cpu, places, http).min(Double::compare).orElseThrow();
    }

    /** The throughput that is possible at this load, in 1/s, by the means. */
    double perSecond(Load load) {
        double asked = load.model() == Load.Model.OPEN ? load.ratePerSecond() : load.users() * 1000 / (aloneMs() + work.cpuMs());
        return Math.min(asked, highestPerSecond());
    }

    /** How long it takes until as many wait as ever will: one round of all users, or until one that waits is refused or given up. */
    double fillingMs(Load load) {
        double perSecond = perSecond(load);
        if (load.model() == Load.Model.CLOSED) {
            return load.users() * 1000 / perSecond;
        }
        double busy = perSecond / highestPerSecond();
        double longest = Math.min(deadlineMs, maxInFlight * 1000.0 / perSecond);
        return perSecond < load.ratePerSecond()
                ? longest / (1 - perSecond / load.ratePerSecond())
                : Math.min(longest, aloneMs() * (1 + 1 / Math.max(0.02, 1 - busy)));
    }

    /** About how long a request takes that is alone: by its means. */
    double aloneMs() {
        return topology.callsInTurn()
                ? work.callMs() + work.combineMs()
                : work.calls().stream().mapToDouble(RequestWork.Call::heldMs).max().orElseThrow();
    }

    private static <T> double slowest(List<Integer> threads, List<T> tasks, ToDoubleFunction<T> heldMs) {
        return IntStream.range(0, tasks.size())
                .mapToDouble(i -> Queueing.highestRate(threads.get(i), heldMs.applyAsDouble(tasks.get(i))))
                .min()
                .orElseThrow();
    }
}
