package io.birdseye.planning.simulation;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.Chained;
import io.birdseye.model.DataSize;
import io.birdseye.model.Latency;
import io.birdseye.report.statistics.Quantiles;
import io.birdseye.scenario.DrawnCall;
import io.birdseye.scenario.Faults;
import io.birdseye.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The work of one request, without any waiting. Background CPU time is caused but not waited for: collections, the
 * client's own threads, and injector and mock if they share the machine.
 */
public record RequestWork(List<Group> groups, double backgroundCpuMs) {

    private static final int DRAWS = 20_000;
    private static final long SEED = 1909;

    /** Chains of calls, at least one, each by its first call; their answers are combined together. */
    public record Group(List<Call> calls, Latency combineCpu) {

        public Group {
            calls = List.copyOf(calls);
            if (calls.isEmpty()) {
                throw new IllegalArgumentException("a group needs at least one call");
            }
        }
    }

    /**
     * An upstream call and those that follow it, each with time beyond its upstream in which no CPU works (network,
     * timers, threads that wake up), and the service's CPU time within it, such as for reading the body.
     */
    public record Call(Scenario.Call made, double transportMs, ToDoubleFunction<Scenario.Call> cpu)
            implements Chained<Call> {

        public Call {
            Require.atLeastZero("the transport of a call", transportMs);
            made.chain().forEach(call -> Require.atLeastZero("the CPU time of a call", cpu.applyAsDouble(call)));
        }

        /** Calls that take no longer than their upstreams, and cost no CPU time. */
        public static Call of(Scenario.Call made) {
            return new Call(made, 0, _ -> 0);
        }

        /** A call that is made once in each request, stands for itself and never fails. */
        public static Call of(Latency upstream) {
            return of(new Scenario.Call("", upstream, DataSize.NONE, Faults.NONE, CallPolicy.ONCE, null));
        }

        @Override
        public CallPolicy policy() {
            return made.policy();
        }

        @Override
        public @Nullable Call then() {
            return made.then() == null ? null : new Call(made.then(), transportMs, cpu);
        }

        Call each(UnaryOperator<Scenario.Call> change) {
            return new Call(made.each(change), transportMs, cpu);
        }

        /** The mean time for which this call alone lasts, where it is made. */
        private double ownMs() {
            return made.attemptsMs() + transportMs + cpu.applyAsDouble(made);
        }

        /** The mean time for which the chain holds a thread or permit. */
        double heldMs() {
            return ofChain(Call::ownMs);
        }

        /** The CPU time of the chain. */
        public double chainCpuMs() {
            return ofChain(call -> call.cpu.applyAsDouble(call.made));
        }

        private double ofChain(ToDoubleFunction<Call> mean) {
            Call next = then();
            return policy().probability() * (mean.applyAsDouble(this) + (next == null ? 0 : next.ofChain(mean)));
        }
    }

    public RequestWork {
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a request needs at least one group");
        }
        Require.atLeastZero("the CPU time in the background", backgroundCpuMs);
    }

    /** The chains of all groups, each by its first call. */
    public List<Call> calls() {
        return groups.stream().flatMap(group -> group.calls().stream()).toList();
    }

    /** How many calls the chains have together. */
    public int size() {
        return calls().stream().mapToInt(call -> call.chain().size()).sum();
    }

    /** The pools that requests share, and the mean time for which a request holds places of each. */
    public Map<CallPolicy.Pool, Double> poolMs() {
        return Chained.poolMs(calls().stream(), Call::ownMs);
    }

    /** The share of requests that fail because one of their calls does, which fail independently of one another. */
    public double failingShare() {
        return 1 - calls().stream().mapToDouble(call -> 1 - call.made().failingShare()).reduce(1, (a, b) -> a * b);
    }

    /** The whole CPU time of one request, at full speed. */
    public double cpuMs() {
        double tasks = 0;
        for (Group group : groups) {
            tasks += group.combineCpu().meanMs();
            tasks += group.calls().stream().mapToDouble(Call::chainCpuMs).sum();
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

    /**
     * The time of the upstreams until the slowest chain of a request has ended, all begun at once, that this share of requests
     * does not exceed. Where calls have policies or follow one another it is that of 20,000 draws: their sum has no formula.
     */
    public double slowestMs(double share) {
        if (calls().stream().allMatch(call -> call.then() == null && call.policy().equals(CallPolicy.ONCE))) {
            return Quantiles.slowestMs(calls().stream().map(call -> call.made().toLastByte()).toList(), share);
        }
        SplittableRandom random = new SplittableRandom(SEED);
        return Quantiles.ofDraws(DRAWS, share, () -> calls().stream()
                .mapToDouble(call -> DrawnCall.chainMs(call.made(), call.transportMs(), true, random)).max().orElse(0));
    }

    /** The same work with each call changed. */
    public RequestWork each(UnaryOperator<Scenario.Call> change) {
        return changed(call -> call.each(change), 1);
    }

    /** The same work through another pool in place of this one; through none where that is null. */
    public RequestWork pooled(CallPolicy.Pool pool, CallPolicy.@Nullable Pool other) {
        return each(call -> {
            CallPolicy policy = call.policy();
            return !pool.equals(policy.pool()) ? call : new Scenario.Call(
                    call.name(), call.latency(), call.payload(), call.faults(),
                    new CallPolicy(policy.probability(), other, policy.timeout(), policy.retry()), call.then());
        });
    }

    /** The same work with other times: those of the upstreams and of the CPU multiplied by these factors. */
    public RequestWork times(double upstream, double cpu) {
        return changed(chain -> new Call(
                chain.made().each(call -> call.lasting(call.toLastByte().times(upstream))), chain.transportMs(),
                call -> chain.cpu().applyAsDouble(call) * cpu), cpu);
    }

    private RequestWork changed(UnaryOperator<Call> change, double cpu) {
        List<Group> changed = groups.stream()
                .map(group -> new Group(group.calls().stream().map(change).toList(), group.combineCpu().times(cpu)))
                .toList();
        return new RequestWork(changed, backgroundCpuMs * cpu);
    }
}
