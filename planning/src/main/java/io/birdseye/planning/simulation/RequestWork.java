package io.birdseye.planning.simulation;

import io.birdseye.model.Latency;
import java.util.List;

/**
 * What one request needs, apart from all waiting.
 *
 * @param requestCpuMs CPU on the request's own path outside its calls and combinations: half when it comes in, half
 *     when its answer is written
 * @param backgroundCpuMs CPU that the request causes but does not wait for: garbage collection, the client's own
 *     threads, and injector and mock where they share the machine
 */
public record RequestWork(List<Group> groups, double requestCpuMs, double backgroundCpuMs) {

    /**
     * Calls that are combined with one another.
     *
     * @param calls at least one
     * @param combineCpu CPU time of the combination at full speed
     */
    public record Group(List<Call> calls, Latency combineCpu) {

        public Group {
            calls = List.copyOf(calls);
            if (calls.isEmpty()) {
                throw new IllegalArgumentException("a group needs at least one call");
            }
        }
    }

    /**
     * One upstream call.
     *
     * @param upstream how long the upstream takes, network included
     * @param cpuMs CPU time of ours within the call, such as reading the body
     * @param failureRate the share of calls that fail, from 0 to 1
     */
    public record Call(Latency upstream, double cpuMs, double failureRate) {

        public Call {
            requireAtLeastZero("the CPU time of a call", cpuMs);
            if (!(failureRate >= 0 && failureRate <= 1)) {
                throw new IllegalArgumentException("a failure rate must be from 0 to 1, but is " + failureRate);
            }
        }

        /** Only waiting, and never a failure. */
        public static Call of(Latency upstream) {
            return new Call(upstream, 0, 0);
        }
    }

    public RequestWork {
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a request needs at least one group");
        }
        requireAtLeastZero("the CPU time of a request", requestCpuMs);
        requireAtLeastZero("the CPU time in the background", backgroundCpuMs);
    }

    /** All CPU time that one request costs, at full speed. */
    public double cpuMs() {
        double tasks = 0;
        for (Group group : groups) {
            tasks += group.combineCpu().meanMs();
            tasks += group.calls().stream().mapToDouble(Call::cpuMs).sum();
        }
        return requestCpuMs + backgroundCpuMs + tasks;
    }

    /** How long all calls of a request together hold a thread or permit when nothing waits. */
    public double callMs() {
        return groups.stream()
                .flatMap(group -> group.calls().stream())
                .mapToDouble(call -> call.upstream().meanMs() + call.cpuMs())
                .sum();
    }

    /** How long all combinations of a request together take when nothing waits. */
    public double combineMs() {
        return groups.stream().mapToDouble(group -> group.combineCpu().meanMs()).sum();
    }

    private static void requireAtLeastZero(String what, double ms) {
        if (!(ms >= 0 && Double.isFinite(ms))) {
            throw new IllegalArgumentException(what + " must be at least 0 ms, but is " + ms);
        }
    }
}
