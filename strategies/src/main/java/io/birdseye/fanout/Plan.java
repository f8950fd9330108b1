package io.birdseye.fanout;

import java.util.List;

/**
 * The tree of a fan-out as data: which upstream paths are called, and how each group combines their bodies. All
 * requests of an endpoint use the same plan.
 */
public record Plan(List<GroupPlan> groups) {

    public Plan {
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a plan needs at least one group");
        }
    }

    public Shape shape() {
        return new Shape(groups.stream().map(group -> group.calls().size()).toList());
    }

    /**
     * @param name the name of the group's part in the answer
     * @param calls at least one
     * @param combiner the CPU work of the group
     */
    public record GroupPlan(String name, List<CallPlan> calls, Combiner combiner) {

        public GroupPlan {
            calls = List.copyOf(calls);
            if (calls.isEmpty()) {
                throw new IllegalArgumentException("group '" + name + "' needs at least one call");
            }
        }
    }

    /**
     * @param name the name of the upstream in timings and failures
     * @param path the path below the upstream's address, with a leading slash
     */
    public record CallPlan(String name, String path) {}

    /** The CPU work of one group: stateless, and safe to use from many threads at once. */
    @FunctionalInterface
    public interface Combiner {

        /**
         * @param bodies one body for each call of the group, in the order of the plan
         * @return the group's part of the answer as JSON in UTF-8
         * @throws UpstreamFailure if a body is not the expected JSON
         */
        byte[] combine(List<Body> bodies, Query query);
    }
}
