package io.birdseye.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which threads a request passes through: what a queueing model needs to predict a strategy's floor and capacity. Also
 * the JSON of {@code GET /strategies} and of results.
 *
 * @param callsInTurn whether the calls of one request follow one another
 * @param blocksHttpThread whether a request holds its HTTP thread until it is answered
 * @param ioThreads threads that wait for calls, or permits where calls hold no thread
 * @param ioPerCall threads that serve each call alone, or empty where all serve all
 * @param cpuThreads threads that combine; the same ones as for calls where {@code cpuOnIoThreads}
 * @param cpuPerGroup threads that serve each group alone, or empty where all serve all
 * @param cpuOnIoThreads whether combinations compete with calls for the same threads
 * @param waiter what waits for a call: {@code nobody}, {@code http-thread}, {@code pool-thread} or
 *     {@code virtual-thread}; null where that is not known
 */
public record Topology(
        boolean callsInTurn, boolean blocksHttpThread, int ioThreads, List<Integer> ioPerCall, int cpuThreads,
        List<Integer> cpuPerGroup, boolean cpuOnIoThreads, @Nullable String waiter) {

    /** Where it is not known who waits. */
    public Topology(
            boolean callsInTurn, boolean blocksHttpThread, int ioThreads, List<Integer> ioPerCall, int cpuThreads,
            List<Integer> cpuPerGroup, boolean cpuOnIoThreads) {
        this(callsInTurn, blocksHttpThread, ioThreads, ioPerCall, cpuThreads, cpuPerGroup, cpuOnIoThreads, null);
    }

    /** No threads at all: of a trial that failed before its strategy was known. */
    public static final Topology NONE = new Topology(false, false, 0, List.of(), 0, List.of(), false);

    public Topology {
        ioPerCall = List.copyOf(ioPerCall);
        cpuPerGroup = List.copyOf(cpuPerGroup);
    }

    /** The threads, or permits, of one kind of task, and those that serve each call or group alone, if they do. */
    public record Pool(int threads, List<Integer> perTask) {

        public Pool {
            perTask = List.copyOf(perTask);
        }

        /** Any thread takes any task. */
        public static Pool shared(int threads) {
            return new Pool(threads, List.of());
        }

        /** Each task has threads of its own, and the slowest of them is the bottleneck. */
        public static Pool dedicated(List<Integer> perTask) {
            return new Pool(perTask.stream().mapToInt(Integer::intValue).sum(), perTask);
        }
    }

    /** Calls of a request follow one another; the HTTP thread is given back. */
    public static Topology inTurn(Pool io, Pool cpu) {
        return new Topology(true, false, io.threads(), io.perTask(), cpu.threads(), cpu.perTask(), false);
    }

    /** Calls of a request run side by side; the HTTP thread is given back. */
    public static Topology inParallel(Pool io, Pool cpu) {
        return new Topology(false, false, io.threads(), io.perTask(), cpu.threads(), cpu.perTask(), false);
    }

    /** Calls in parallel, one pool for calls and one for combinations. */
    public static Topology twoPools(Budget budget) {
        return inParallel(Pool.shared(budget.ioConcurrency()), Pool.shared(budget.cpuConcurrency()));
    }

    /** The same, with combinations on the threads of the calls. */
    public Topology withCpuOnIoThreads() {
        return new Topology(callsInTurn, blocksHttpThread, ioThreads, ioPerCall, cpuThreads, cpuPerGroup, true, waiter);
    }

    /** The same, where a request holds its HTTP thread, or does not. */
    public Topology withHttpThreadBlocked(boolean blocked) {
        return new Topology(callsInTurn, blocked, ioThreads, ioPerCall, cpuThreads, cpuPerGroup, cpuOnIoThreads, waiter);
    }

    /** The same, where this waits for a call. */
    public Topology withWaiter(String other) {
        return new Topology(
                callsInTurn, blocksHttpThread, ioThreads, ioPerCall, cpuThreads, cpuPerGroup, cpuOnIoThreads, other);
    }
}
