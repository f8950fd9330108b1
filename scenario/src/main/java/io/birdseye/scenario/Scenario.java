package io.birdseye.scenario;

import io.birdseye.model.Budget;
import io.birdseye.model.DataSize;
import io.birdseye.model.Latency;
import java.time.Duration;
import java.util.List;
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

    /** Calls that belong together, and the CPU work on what they bring. */
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
     */
    public record Call(String name, Latency latency, DataSize payload, Faults faults) {

        /** The share of calls that fail, from 0 to 1. */
        public double failureRate() {
            return faults.failureRate();
        }

        /**
         * The time to the last byte of the answer, with its dribble. A lognormal latency is stretched to the same mean,
         * which widens it a little: mock-api adds the dribble, which is no longer lognormal.
         */
        public Latency toLastByte() {
            double dribbleMs = faults.dribble() == null ? 0 : faults.dribble().lasting().toNanos() / 1e6;
            return switch (latency) {
                case Latency.Fixed(double ms) -> new Latency.Fixed(ms + dribbleMs);
                case Latency.Uniform(double lower, double upper) ->
                    new Latency.Uniform(lower + dribbleMs, upper + dribbleMs);
                case Latency.Lognormal lognormal -> lognormal.times(1 + dribbleMs / lognormal.meanMs());
                case Latency.Exponential exponential -> exponential.times(1 + dribbleMs / exponential.meanMs());
            };
        }
    }

    /** The highest latency of 99 of 100 requests, at a number of requests per second. */
    public record Objective(Duration p99, double rate) {}

    public List<Call> calls() {
        return groups.stream().flatMap(group -> group.calls().stream()).toList();
    }
}
