package io.birdseye.fanout;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.Chained;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tree of a fan-out as data: which upstream paths are called, how each group combines their bodies, and how the
 * parts become the answer. All requests of an endpoint may use the same plan; one that is made for each request costs a
 * few objects, and its functions may know the request.
 *
 * @param joiner makes the answer of the parts
 * @param pools that calls go through, by name; a plan that is made for each request needs those of the first
 */
public record Plan(List<GroupPlan> groups, Joiner joiner, Map<String, CallPool> pools) {

    private static final Joiner ONE_OBJECT = (parts, query) -> Overview.of(query.userId(), parts);

    public Plan {
        groups = List.copyOf(groups);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("a plan needs at least one group");
        }
    }

    /** With pools of its own, which all its requests share. */
    public Plan(List<GroupPlan> groups, Joiner joiner) {
        this(groups, joiner, CallPool.of(groups));
    }

    /** The answer is one JSON object: the user's id, and the parts under the names of their groups. */
    public Plan(List<GroupPlan> groups) {
        this(groups, ONE_OBJECT);
    }

    @Nullable CallPool poolOf(CallPlan call) {
        CallPolicy.Pool pool = call.policy().pool();
        return pool == null ? null : Objects.requireNonNull(pools.get(pool.name()), pool.name());
    }

    public Shape shape() {
        return new Shape(groups.stream().map(group -> group.calls().size()).toList());
    }

    /** At least one call, and the CPU work that combines their bodies into the part of this name. */
    public record GroupPlan(String name, List<CallPlan> calls, Combiner combiner) {

        public GroupPlan {
            calls = List.copyOf(calls);
            if (calls.isEmpty()) {
                throw new IllegalArgumentException("group '" + name + "' needs at least one call");
            }
        }
    }

    /**
     * One call, named as in timings and failures, and the one that is made when it has answered, or null. The whole
     * chain is one call for a strategy. The path is that below the upstream's address, with a leading slash.
     */
    public record CallPlan(String name, String path, CallPolicy policy, @Nullable CallPlan then)
            implements Chained<CallPlan> {

        public CallPlan {
            policy = policy.equals(CallPolicy.ONCE) ? CallPolicy.ONCE : policy; // as requests compare it
        }

        /** Made once in each request, with nothing behind it. */
        public CallPlan(String name, String path) {
            this(name, path, CallPolicy.ONCE, null);
        }
    }

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
         * Takes a body for each call, in their order; throws {@link UpstreamFailure} if one is not the expected JSON.
         */
        byte[] combine(List<Body> bodies, Query query);
    }
}
