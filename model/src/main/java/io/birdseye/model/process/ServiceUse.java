package io.birdseye.model.process;

import io.birdseye.model.Budget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a service has used since its start; tasks and peaks count from the last reset. Birdseye's own answers {@code GET
 * /internal/resources} with it; of another the system tells CPU time, threads and memory. Null is what nobody tells.
 *
 * @param jvm null of a service that is not Birdseye's, like {@code requests}; {@code virtualThreads} also before the first
 *     request that uses them
 * @param pools a strategy has one for each budget that it was asked for
 * @param sharedPools those that calls of all requests go through; empty unless the scenario names any
 */
public record ServiceUse(
        Process process, @Nullable Jvm jvm, @Nullable Requests requests, List<Task> tasks, List<Pool> pools,
        List<SharedPool> sharedPools, @Nullable VirtualThreads virtualThreads) {

    /**
     * The process at one moment, or over a window.
     *
     * @param nanos when it was, by a clock without a meaning of its own: a busy service answers late; or how long the window was
     * @param cpuNanos CPU time of all threads, those of the collector and of the JIT compilers included
     * @param jitNanos the part of it that the compilers used
     * @param allocatedBytes by all threads, also those that have ended
     * @param peakRssBytes the most memory that the process ever held
     */
    public record Process(
            long nanos, @Nullable Long cpuNanos, @Nullable Long jitNanos, @Nullable Long allocatedBytes,
            @Nullable Collections collections, @Nullable Long contextSwitches, @Nullable Integer peakThreads,
            @Nullable Long peakRssBytes) {

        /** CPU time without that of the compilers, if that is known. */
        public long cpuNanosOfProgram() {
            return (cpuNanos == null ? 0 : cpuNanos) - (jitNanos == null ? 0 : jitNanos);
        }

        /** What was used since an earlier moment, with the peaks of this one. */
        public Process since(Process earlier) {
            Collections before = earlier.collections;
            return new Process(
                    nanos - earlier.nanos, less(cpuNanos, earlier.cpuNanos), less(jitNanos, earlier.jitNanos),
                    less(allocatedBytes, earlier.allocatedBytes), collections == null || before == null ? null
                            : new Collections(collections.pauses - before.pauses, collections.pauseMs - before.pauseMs),
                    less(contextSwitches, earlier.contextSwitches), peakThreads, peakRssBytes);
        }
    }

    /** Pauses of the garbage collector. */
    public record Collections(long pauses, double pauseMs) {}

    public record Jvm(long pid, String version, String collector, List<String> flags) {

        public Jvm {
            flags = List.copyOf(flags);
        }
    }

    /**
     * Requests for overviews: finished with whatever outcome, succeeded with a right answer that was sent, refused for
     * lack of room before or after a strategy started on them, failed for another reason.
     */
    public record Requests(long started, long finished, long succeeded, long refused, long failed) {

        public long inProgress() {
            return started - finished;
        }
    }

    /**
     * One task over all requests; its kind is {@code io}, {@code combine} or {@code join}.
     *
     * @param after the call before it, of a call that follows another in its chain
     * @param share of the requests that make it, as configured, once the calls before it have been answered; 1 but for calls
     * @param attempts of a call, on the wire; as many as its count where none was made again
     * @param timeouts attempts that took too long
     */
    public record Task(
            String name, String kind, @Nullable String after, double share, long count, long queueNanos, long runNanos,
            long attempts, long timeouts) {

        public Task since(Task earlier) {
            return new Task(
                    name, kind, after, share, count - earlier.count, queueNanos - earlier.queueNanos, runNanos - earlier.runNanos,
                    attempts - earlier.attempts, timeouts - earlier.timeouts);
        }
    }

    /**
     * A pool that calls of all requests share.
     *
     * @param peak places taken at once, at most
     * @param waited calls whose place was not free when they came; {@code waitedNanos} is of all of them together
     * @param gaveUp calls that got no place: in time, or before their request was given up
     * @param heldNanos how long calls that have ended held their places
     */
    public record SharedPool(
            String name, int places, int peak, long calls, long waited, long gaveUp, long waitedNanos, long longestNanos,
            long heldNanos) {}

    /** The concurrency that a strategy has reached with a budget: the most since the last reset, and now. */
    public record Pool(String strategy, Budget budget, Concurrency peak, Concurrency running) {}

    /** Calls on the wire, combinations and requests at once. */
    public record Concurrency(int calls, int combinations, int requests) {}

    /**
     * The scheduler of virtual threads.
     *
     * @param carriers more than the parallelism where some were held in native code
     * @param peakLive virtual threads that ran or could run at once, at most; those that wait are not known to the JDK
     * @param pinned how often one held its carrier while it waited, for 20 ms and more; null if it is not recorded, like the
     *     following two
     * @param submitFailed how often one could not be started or continued
     */
    public record VirtualThreads(
            int parallelism, int carriers, long peakLive, @Nullable Long pinned, @Nullable Long pinnedNanos,
            @Nullable Long submitFailed) {

        /** The recording may have begun in the window. */
        private VirtualThreads since(@Nullable VirtualThreads earlier) {
            return earlier == null || earlier.pinned == null ? this : new VirtualThreads(
                    parallelism, carriers, peakLive, less(pinned, earlier.pinned), less(pinnedNanos, earlier.pinnedNanos),
                    less(submitFailed, earlier.submitFailed));
        }
    }

    public ServiceUse {
        tasks = List.copyOf(tasks);
        pools = List.copyOf(pools);
        sharedPools = List.copyOf(sharedPools);
    }

    /** Of a service that tells nothing of itself. */
    public ServiceUse(Process process) {
        this(process, null, null, List.of(), List.of(), List.of(), null);
    }

    /** What was used in a window that began when {@code earlier} was looked at; tasks and peaks were reset before. */
    public ServiceUse since(ServiceUse earlier) {
        Requests before = earlier.requests;
        return new ServiceUse(
                process.since(earlier.process), jvm, requests == null || before == null ? null : new Requests(
                        requests.started - before.started, requests.finished - before.finished, requests.succeeded - before.succeeded,
                        requests.refused - before.refused, requests.failed - before.failed),
                tasks, pools, sharedPools, virtualThreads == null ? null : virtualThreads.since(earlier.virtualThreads));
    }

    /** The highest peaks of a strategy over its budgets; zeros if it has not run. */
    public Concurrency peak(String strategy) {
        return pools.stream()
                .filter(pool -> pool.strategy().equals(strategy))
                .map(Pool::peak)
                .reduce(new Concurrency(0, 0, 0), (one, other) -> new Concurrency(
                        Math.max(one.calls, other.calls), Math.max(one.combinations, other.combinations),
                        Math.max(one.requests, other.requests)));
    }

    private static @Nullable Long less(@Nullable Long now, @Nullable Long earlier) {
        return now == null || earlier == null ? null : (Long) Math.max(0, now - earlier);
    }
}
