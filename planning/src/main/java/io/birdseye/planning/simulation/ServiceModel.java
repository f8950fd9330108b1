package io.birdseye.planning.simulation;

import io.birdseye.model.Topology;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

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

    /** The highest throughput, in 1/s, that cores and pools allow by the utilisation law. */
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
        return Math.min(Queueing.highestRate(cores, work.cpuMs()), Math.min(io, cpu));
    }

    private static <T> double slowest(List<Integer> threads, List<T> tasks, ToDoubleFunction<T> heldMs) {
        return IntStream.range(0, tasks.size())
                .mapToDouble(i -> Queueing.highestRate(threads.get(i), heldMs.applyAsDouble(tasks.get(i))))
                .min()
                .orElseThrow();
    }
}
