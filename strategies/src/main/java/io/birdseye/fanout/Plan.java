package io.birdseye.fanout;

import java.util.List;

/**
 * The tree of a fan-out as data: which upstream paths are called, how each group combines their bodies, and how the
 * parts become the answer. All requests of an endpoint may use the same plan; one that is made for each request costs a
 * few objects, and its functions may know the request.
 *
 * @param joiner makes the answer of the parts
 */
public record Plan(List<GroupPlan> groups, Joiner joiner) {

    private static final Joiner ONE_OBJECT = (parts, query) -> Overview.of(query.userId(), parts);

    public Plan {
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a plan needs at least one group");
        }
    }

    /** The answer is one JSON object: the user's id, and the parts under the names of their groups. */
    public Plan(List<GroupPlan> groups) {
        this(groups, ONE_OBJECT);
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

    /** Makes the answer: stateless, safe to use from many threads at once, and quick, because no budget bounds it. */
    @FunctionalInterface
    public interface Joiner {

        /** @param parts one part for each group of the plan, in its order */
        Overview join(List<Part> parts, Query query);
    }

    /** The CPU work of one group: stateless, and safe to use from many threads at once. */
    @FunctionalInterface
    public interface Combiner {

        /**
         * @param bodies one body for each call of the group, in the order of the plan
         * @throws UpstreamFailure if a body is not the expected JSON
         */
        byte[] combine(List<Body> bodies, Query query);
    }
}
