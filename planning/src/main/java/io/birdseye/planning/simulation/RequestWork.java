package io.birdseye.planning.simulation;

import io.birdseye.model.Latency;
import java.util.List;

/**
 * The work of one request, without any waiting. Background CPU time is caused but not waited for: collections, the
 * client's own threads, and injector and mock if they share the machine.
 */
public record RequestWork(List<Group> groups, double backgroundCpuMs) {

    /** Calls, at least one, whose answers are combined together. */
    public record Group(List<Call> calls, Latency combineCpu) {

        public Group {
            calls = List.copyOf(calls);
            if (calls.isEmpty()) {
                throw new IllegalArgumentException("a group needs at least one call");
            }
        }
    }

    /**
     * One upstream call, with time beyond it in which no CPU works (network, timers, threads that wake up), and the
     * service's CPU time within it, such as for reading the body.
     */
    public record Call(Latency upstream, double transportMs, double cpuMs, double failureRate) {

        public Call {
            Require.atLeastZero("the transport of a call", transportMs);
            Require.atLeastZero("the CPU time of a call", cpuMs);
            if (!(failureRate >= 0 && failureRate <= 1)) {
                throw new IllegalArgumentException("a failure rate must be from 0 to 1, but is " + failureRate);
            }
        }

        /** A call that takes no longer than its upstream, costs no CPU time and never fails. */
        public static Call of(Latency upstream) {
            return new Call(upstream, 0, 0, 0);
        }

        /** The mean time for which it holds a thread or permit. */
        double heldMs() {
            return upstream.meanMs() + transportMs + cpuMs;
        }
    }

    public RequestWork {
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a request needs at least one group");
        }
        Require.atLeastZero("the CPU time in the background", backgroundCpuMs);
    }

    public List<Call> calls() {
        return groups.stream().flatMap(group -> group.calls().stream()).toList();
    }

    /** The share of requests that fail because one of their calls does, which fail independently of one another. */
    public double failingShare() {
        return 1 - calls().stream().mapToDouble(call -> 1 - call.failureRate()).reduce(1, (a, b) -> a * b);
    }

    /** The whole CPU time of one request, at full speed. */
    public double cpuMs() {
        double tasks = 0;
        for (Group group : groups) {
            tasks += group.combineCpu().meanMs();
            tasks += group.calls().stream().mapToDouble(Call::cpuMs).sum();
        }
        return backgroundCpuMs + tasks;
    }

    /** The sum of the times for which the calls of a request hold a thread or permit, if nothing waits. */
    public double callMs() {
        return calls().stream().mapToDouble(Call::heldMs).sum();
    }

    /** The sum of the times of all combinations of a request, if nothing waits. */
    public double combineMs() {
        return groups.stream().mapToDouble(group -> group.combineCpu().meanMs()).sum();
    }

    /** The same work with other times: those of the upstreams and of the CPU multiplied by these factors. */
    public RequestWork times(double upstream, double cpu) {
        List<Group> changed = groups.stream()
                .map(group -> new Group(
                        group.calls().stream()
                                .map(call -> new Call(
                                        call.upstream().times(upstream), call.transportMs(), call.cpuMs() * cpu, call.failureRate()))
                                .toList(),
                        group.combineCpu().times(cpu)))
                .toList();
        return new RequestWork(changed, backgroundCpuMs * cpu);
    }
}
