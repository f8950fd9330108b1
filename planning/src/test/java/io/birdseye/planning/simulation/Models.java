package io.birdseye.planning.simulation;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.DataSize;
import io.birdseye.model.Latency;
import io.birdseye.model.Topology;
import io.birdseye.planning.simulation.RequestWork.Call;
import io.birdseye.planning.simulation.RequestWork.Group;
import io.birdseye.scenario.Faults;
import io.birdseye.scenario.Scenario;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Services for tests. */
final class Models {

    /** Where a resource is not what the test is about. */
    static final int PLENTY = 1_000_000;

    private static final Latency NO_TIME = new Latency.Fixed(0);

    private Models() {}

    /** With a drain of ten windows. */
    static Simulation.RunLength runLength(double warmUpMs, double windowMs, int replications, long seed) {
        return new Simulation.RunLength(warmUpMs, windowMs, 10 * windowMs, replications, seed);
    }

    /** One call on a pool, and nothing else: the queue of the textbook. */
    static ServiceModel queue(int servers, Latency service) {
        RequestWork work = new RequestWork(List.of(new Group(List.of(Call.of(service)), NO_TIME)), 0);
        return ServiceModel.of(suspended(servers, PLENTY), work, PLENTY);
    }

    /** One piece of CPU work on shared cores, and nothing else. */
    static ServiceModel cores(double cores, Latency cpu) {
        RequestWork work = new RequestWork(List.of(new Group(List.of(Call.of(NO_TIME)), cpu)), 0);
        return ServiceModel.of(suspended(PLENTY, PLENTY), work, cores);
    }

    /** One chain that nothing but its pools holds up. */
    static ServiceModel alone(Call chain) {
        RequestWork work = new RequestWork(List.of(new Group(List.of(chain), NO_TIME)), 0);
        return ServiceModel.of(suspended(PLENTY, PLENTY), work, PLENTY);
    }

    static Call call(Latency latency, CallPolicy.@Nullable Pool pool, @Nullable Duration timeout, @Nullable Call then) {
        return call(latency, new CallPolicy(1, pool, timeout, CallPolicy.Retry.NEVER), then);
    }

    static Call call(Latency latency, CallPolicy policy, @Nullable Call then) {
        return Call.of(new Scenario.Call("", latency, DataSize.NONE, Faults.NONE, policy, then == null ? null : then.made()));
    }

    /** The main case: two groups of two calls. */
    static RequestWork twoByTwo(Latency call, double combineMs) {
        Group group = new Group(Collections.nCopies(2, Call.of(call)), new Latency.Fixed(combineMs));
        return new RequestWork(List.of(group, group), 0);
    }

    static Topology suspended(int io, int cpu) {
        return new Topology(false, false, io, List.of(), cpu, List.of(), false);
    }

    static Topology blocked(int io, int cpu) {
        return new Topology(false, true, io, List.of(), cpu, List.of(), false);
    }

    static Topology inTurn(int io, int cpu) {
        return new Topology(true, true, io, List.of(), cpu, List.of(), false);
    }

    static Topology onePool(int io, int cpu) {
        return new Topology(false, false, io, List.of(), cpu, List.of(), true);
    }

    static Topology chained(List<Integer> io, List<Integer> cpu) {
        int threads = io.stream().mapToInt(Integer::intValue).sum();
        return new Topology(true, true, threads, io, cpu.size(), cpu, false);
    }
}
