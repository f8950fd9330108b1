package io.birdseye.scenario;

import io.birdseye.model.Budget;
import io.birdseye.model.CallPolicy.Retry;
import io.birdseye.model.CallPolicy;
import io.birdseye.model.Chained;
import io.birdseye.model.DataSize;
import io.birdseye.model.Durations;
import io.birdseye.model.Latency;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A user's endpoint, its load and what is wanted of it. The components carry the names of the file's fields.
 *
 * @param groups of calls; each is combined by itself, and all are joined into the answer
 * @param budget the pools of every strategy, or null to have them sized
 * @param deadline after which a request is given up
 * @param strategies to run, or empty for all
 */
public record Scenario(
        String name, String description, List<Group> groups,
        @Nullable LoadProfile load,
        @Nullable Budget budget,
        Duration deadline,
        @Nullable Objective objective,
        List<String> strategies) {

    /** The deadline of a scenario that names none. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(5);

    public Scenario {
        groups = List.copyOf(groups);
        strategies = List.copyOf(strategies);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a scenario needs at least one group");
        }
    }

    /** Calls that belong together, each the first of its chain, and the CPU work on what they bring. */
    public record Group(String name, List<Call> calls, CpuStage cpu) {

        public Group {
            calls = List.copyOf(calls);
            if (calls.isEmpty()) {
                throw new IllegalArgumentException("group '" + name + "' needs at least one call");
            }
        }
    }

    /**
     * One upstream call.
     *
     * @param latency from the request to the last byte of the answer, or to the first part of one that dribbles
     * @param then the call that the same task makes when this one has answered, or null
     */
    public record Call(String name, Latency latency, DataSize payload, Faults faults, CallPolicy policy, @Nullable Call then)
            implements Chained<Call> {

        /** The share of requests that fail because this call or one that follows it does, its waits for a pool apart. */
        public double failingShare() {
            double fails = failureRate();
            return policy.probability() * (fails + (1 - fails) * (then == null ? 0 : then.failingShare()));
        }

        /** The share of these calls that fail, after their last attempt. */
        public double failureRate() {
            return policy.retry().failing(attempts(policy.retry().on()::contains), attempts(failure -> !policy.retry().on().contains(failure)));
        }

        /** The share of attempts that fail in one of these ways. */
        private double attempts(Predicate<String> failures) {
            double late = policy.timeout() == null ? 0 : toLastByte().shareAbove(Durations.ms(policy.timeout()));
            return (failures.test(Retry.TIMEOUT) ? late : 0) + (1 - late) * failing(failures);
        }

        /** The share of attempts that fail in one of these ways, of those that the timeout does not end. */
        public double failing(Predicate<String> failures) {
            double breaks = faults.connection() == null ? 0 : faults.connection().probability();
            double refuses = faults.status() == null || !failures.test(String.valueOf(faults.status().code())) ? 0 : faults.status().probability();
            return (failures.test(Retry.CONNECTION) ? breaks : 0) + (1 - breaks) * refuses;
        }

        /** The mean time that this call and those that follow it take together, attempts and all, where none waits for a pool. */
        public double meanMs() {
            return policy.probability() * (attemptsMs() + (then == null ? 0 : then.meanMs()));
        }

        /** The mean time of the attempts of this call alone, where it is made. */
        public double attemptsMs() {
            double ms = policy.timeout() == null ? toLastByte().meanMs() : toLastByte().meanMs(Durations.ms(policy.timeout()));
            return policy.retry().attempts(attempts(policy.retry().on()::contains)) * ms;
        }

        /**
         * The time to the last byte of the answer, with its dribble. A lognormal latency is stretched to the same mean,
         * which widens it a little: mock-api adds the dribble, which is no longer lognormal.
         */
        public Latency toLastByte() {
            if (faults.dribble() == null) {
                return latency;
            }
            double dribbleMs = Durations.ms(faults.dribble().lasting());
            return switch (latency) {
                case Latency.Fixed(double ms) -> new Latency.Fixed(ms + dribbleMs);
                case Latency.Uniform(double lower, double upper) ->
                    new Latency.Uniform(lower + dribbleMs, upper + dribbleMs);
                case Latency.Lognormal lognormal -> lognormal.times(1 + dribbleMs / lognormal.meanMs());
                case Latency.Exponential exponential -> exponential.times(1 + dribbleMs / exponential.meanMs());
            };
        }

        /** The same call with another time to the last byte. */
        public Call lasting(Latency toLastByte) {
            return new Call(name, toLastByte, payload, new Faults(faults.status(), faults.connection(), null), policy, then);
        }

        /** The chain with each of its calls changed. */
        public Call each(UnaryOperator<Call> change) {
            Call made = change.apply(this);
            Call next = then == null ? null : then.each(change);
            return new Call(made.name, made.latency, made.payload, made.faults, made.policy, next);
        }
    }

    /** The pools that requests share, and the mean time in ms for which a request holds places of each. */
    public Map<CallPolicy.Pool, Double> poolMs() {
        return Chained.poolMs(firsts(), Call::attemptsMs);
    }

    /** The highest latency of 99 of 100 requests, at a number of requests per second. */
    public record Objective(Duration p99, double rate) {}

    /** All calls, chain after chain. */
    public List<Call> calls() {
        return firsts().flatMap(call -> call.chain().stream()).toList();
    }

    private Stream<Call> firsts() {
        return groups.stream().flatMap(group -> group.calls().stream());
    }
}
