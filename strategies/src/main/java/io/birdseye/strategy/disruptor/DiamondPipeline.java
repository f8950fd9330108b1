package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.Sequence;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import java.util.ArrayList;
import java.util.List;

/**
 * The topology that the library is known for: the calls of a slot in parallel, then its combinations in parallel, then
 * the end.
 *
 * <pre>
 *        ┌ posts ×n    ┐
 * ring → ┼ comments ×n ┼ → ┬ combine ×m ┬ → done
 *        ┼ albums ×n   ┤   └ combine ×m ┘
 *        └ photos ×n   ┘
 * </pre>
 *
 * <p>The threads of a stage claim and release single slots, as those of the {@link ChainedPipeline} do; they park while
 * they wait. Slots leave the ring in the order in which they came: a request waits for the slowest call of those
 * before it.
 */
final class DiamondPipeline extends Pipeline {

    DiamondPipeline(String name, Budget budget, Shape shape) {
        super(name, budget, shape, Waiting.PARKING);
        List<Integer> ioShares = shares(budget.ioConcurrency(), shape.calls());
        List<Integer> cpuShares = shares(budget.cpuConcurrency(), shape.groups());
        List<Sequence> fetched = new ArrayList<>();
        int task = 0;
        for (int group = 0; group < shape.groups(); group++) {
            for (int call = 0; call < shape.callsPerGroup().get(group); call++) {
                fetched.addAll(stage(RING, ioShares.get(task++), fetch(group, call)));
            }
        }
        List<Sequence> combined = new ArrayList<>();
        for (int group = 0; group < shape.groups(); group++) {
            combined.addAll(stage(fetched, cpuShares.get(group), combine(group)));
        }
        var ignored = stage(combined, 1, Slot::end);
        start();
    }

    /**
     * Each task has its own threads. Where the budget has fewer threads than the shape has tasks, the bulkheads make
     * the threads one shared pool.
     */
    static Topology topology(Budget budget, Shape shape) {
        return Topology.inParallel(
                pool(budget.ioConcurrency(), shape.calls()), pool(budget.cpuConcurrency(), shape.groups()));
    }

    private static Topology.Pool pool(int threads, int tasks) {
        return threads < tasks ? Topology.Pool.shared(threads) : Topology.Pool.dedicated(shares(threads, tasks));
    }
}
