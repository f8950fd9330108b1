package io.birdseye.strategy;

import java.util.List;

/**
 * Which threads a request passes through: what a queueing model needs to predict a strategy's floor and capacity.
 *
 * @param calls whether the calls of one request wait for one another
 * @param io who waits for the calls
 * @param cpu who combines; the same pool as {@code io} where {@code cpuOnIoThreads}
 * @param cpuOnIoThreads whether combinations compete with calls for the same threads
 */
public record Topology(Calls calls, Pool io, Pool cpu, boolean cpuOnIoThreads) {

    /** How the calls of one request follow one another. */
    public enum Calls {
        IN_PARALLEL,
        IN_TURN
    }

    /**
     * Threads, or permits where calls hold no thread.
     *
     * @param threads all of them together
     * @param perTask how many serve each call or group of the fan-out alone; empty where all serve all
     */
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

    /** The most frequent case: calls in parallel, one pool for calls and one for combinations. */
    public static Topology twoPools(Budget budget) {
        return new Topology(
                Calls.IN_PARALLEL,
                Pool.shared(budget.ioConcurrency()),
                Pool.shared(budget.cpuConcurrency()),
                false);
    }
}
