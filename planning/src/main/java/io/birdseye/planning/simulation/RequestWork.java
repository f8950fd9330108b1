package io.birdseye.planning.simulation;

import io.birdseye.model.CallPolicy.Retry;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.Chained;
import io.birdseye.model.Durations;
import io.birdseye.model.Latency;
import io.birdseye.report.statistics.Quantiles;
import io.birdseye.scenario.Scenario;
import java.util.Arrays;
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
     * One upstream call, with time beyond it in which no CPU works (network, timers, threads that wake up), and the
     * service's CPU time within it, such as for reading the body.
     *
     * @param failureRate of the attempts that the policy's timeout does not end
     * @param triedAgain the share of all attempts that fail by something else than the timeout and may be made again
     * @param then the call that the same task makes when this one has answered, or null
     */
    public record Call(
            Latency upstream, double transportMs, double cpuMs, double failureRate, double triedAgain, CallPolicy policy,
            @Nullable Call then) implements Chained<Call> {

        public Call {
            Require.atLeastZero("the transport of a call", transportMs);
            Require.atLeastZero("the CPU time of a call", cpuMs);
            if (!(failureRate >= triedAgain && triedAgain >= 0 && failureRate <= 1)) {
                throw new IllegalArgumentException("a failure rate must be from 0 to 1, but is " + failureRate);
            }
        }

        /** A call that is made once in each request, and stands for itself. */
        public Call(Latency upstream, double transportMs, double cpuMs, double failureRate) {
            this(upstream, transportMs, cpuMs, failureRate, 0, CallPolicy.ONCE, null);
        }

        /** A call that takes no longer than its upstream, costs no CPU time and never fails. */
        public static Call of(Latency upstream) {
            return new Call(upstream, 0, 0, 0);
        }

        /** A chain of a scenario. */
        public static Call of(Scenario.Call call, ToDoubleFunction<Scenario.Call> cpuMs) {
            Scenario.Call next = call.then();
            return new Call(
                    call.toLastByte(), 0, cpuMs.applyAsDouble(call), call.failing(_ -> true),
                    call.failing(call.policy().retry().on()::contains), call.policy(), next == null ? null : of(next, cpuMs));
        }

        public Call with(Latency latency, double transport, double cpu) {
            return new Call(latency, transport, cpu, failureRate, triedAgain, policy, then);
        }

        Call with(CallPolicy other) {
            return new Call(upstream, transportMs, cpuMs, failureRate, triedAgain, other, then);
        }

        /** The chain with each of its calls changed. */
        public Call each(UnaryOperator<Call> change) {
            Call changed = change.apply(this);
            return new Call(
                    changed.upstream, changed.transportMs, changed.cpuMs, changed.failureRate, changed.triedAgain, changed.policy,
                    then == null ? null : then.each(change));
        }

        /** The chain as one that does not fail by a fault, without CPU time. */
        public Call withoutFaults() {
            return each(call -> new Call(call.upstream, 0, 0, 0, 0, call.policy, call.then));
        }

        double timeoutMs() {
            return policy.timeout() == null ? Double.POSITIVE_INFINITY : Durations.ms(policy.timeout());
        }

        private double late() {
            return policy.timeout() == null ? 0 : upstream.shareAbove(timeoutMs());
        }

        boolean triesLateAgain() {
            return policy.retry().on().contains(Retry.TIMEOUT);
        }

        private double attemptsAgain() {
            return (triesLateAgain() ? late() : 0) + (1 - late()) * triedAgain;
        }

        /** The share of requests that fail because this call or one that follows it does, its waits for a pool apart. */
        double failingShare() {
            double fails = policy.retry().failing(attemptsAgain(), late() + (1 - late()) * failureRate - attemptsAgain());
            return policy.probability() * (fails + (1 - fails) * (then == null ? 0 : then.failingShare()));
        }

        /** The mean time of the upstreams of the chain, attempts and all, where nothing waits. */
        public double upstreamMs() {
            return policy.probability() * (attemptsMs() + (then == null ? 0 : then.upstreamMs()));
        }

        private double attemptsMs() {
            return policy.retry().attempts(attemptsAgain()) * (policy.timeout() == null ? upstream.meanMs() : upstream.meanMs(timeoutMs()));
        }

        /** The mean time for which this call alone lasts, where it is made. */
        private double ownMs() {
            return attemptsMs() + transportMs + cpuMs;
        }

        /** The mean time for which the chain holds a thread or permit. */
        double heldMs() {
            return policy.probability() * (ownMs() + (then == null ? 0 : then.heldMs()));
        }

        /** The CPU time of the chain. */
        public double chainCpuMs() {
            return policy.probability() * (cpuMs + (then == null ? 0 : then.chainCpuMs()));
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
        return 1 - calls().stream().mapToDouble(call -> 1 - call.failingShare()).reduce(1, (a, b) -> a * b);
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
            return Quantiles.slowestMs(calls().stream().map(Call::upstream).toList(), share);
        }
        SplittableRandom random = new SplittableRandom(SEED);
        double[] ms = new double[DRAWS];
        for (int i = 0; i < ms.length; i++) {
            for (Call call : calls()) {
                DrawnCall drawn = DrawnCall.of(call, random);
                ms[i] = Math.max(ms[i], drawn == null ? 0 : drawn.upstreamMs());
            }
        }
        Arrays.sort(ms);
        return ms[(int) Math.ceil(share * ms.length) - 1];
    }

    /** The same work with each call changed. */
    public RequestWork each(UnaryOperator<Call> change) {
        return new RequestWork(
                groups.stream().map(group -> new Group(group.calls().stream().map(call -> call.each(change)).toList(), group.combineCpu())).toList(),
                backgroundCpuMs);
    }

    /** The same work through another pool in place of this one; through none where that is null. */
    public RequestWork pooled(CallPolicy.Pool pool, CallPolicy.@Nullable Pool other) {
        return each(call -> pool.equals(call.policy().pool())
                ? call.with(new CallPolicy(call.policy().probability(), other, call.policy().timeout(), call.policy().retry())) : call);
    }

    /** The same work with other times: those of the upstreams and of the CPU multiplied by these factors. */
    public RequestWork times(double upstream, double cpu) {
        List<Group> changed = groups.stream()
                .map(group -> new Group(
                        group.calls().stream()
                                .map(chain -> chain.each(call -> call.with(call.upstream().times(upstream), call.transportMs(), call.cpuMs() * cpu)))
                                .toList(),
                        group.combineCpu().times(cpu)))
                .toList();
        return new RequestWork(changed, backgroundCpuMs * cpu);
    }
}
