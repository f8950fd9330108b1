package io.birdseye.scenario;

import io.birdseye.model.DataSize;
import io.birdseye.model.Latency;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A user's endpoint, its load and what is wanted of it. The components carry the names of the file's fields.
 *
 * @param name in kebab case, for folders and titles
 * @param description what it stands for, or empty
 * @param groups of calls; each is combined by itself, and all are joined into the answer
 * @param load what is sent, or null to leave it to the command
 * @param budget the pools of every strategy, or null to have them sized
 * @param deadline after which a request is given up
 * @param objective what is wanted, or null
 * @param strategies to run, or empty for all
 */
public record Scenario(
        String name,
        String description,
        List<Group> groups,
        @Nullable Load load,
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
     * @param latency from the request to the last byte of the answer
     * @param payload the size of the answer's body
     * @param failureRate the share of calls that fail, from 0 to 1
     */
    public record Call(String name, Latency latency, DataSize payload, double failureRate) {}

    /** Pools, as every strategy gets them. */
    public record Budget(int io, int cpu, int queue) {}

    /** At most so much latency for 99 of 100 requests, at so many requests per second. */
    public record Objective(Duration p99, double rate) {}

    /** Calls of all groups. */
    public List<Call> calls() {
        return groups.stream().flatMap(group -> group.calls().stream()).toList();
    }
}
