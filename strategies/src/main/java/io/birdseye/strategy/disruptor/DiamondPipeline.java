package io.birdseye.strategy.disruptor;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import java.util.ArrayList;
import java.util.Collections;
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
 * <p>Slots leave the ring in the order in which they came: a request waits for the slowest call of those before it.
 */
final class DiamondPipeline extends Pipeline {

    private final ParkingWaitStrategy waiting;

    DiamondPipeline(String name, Budget budget, Shape shape) {
        this(name, budget, shape, new ParkingWaitStrategy());
    }

    private DiamondPipeline(String name, Budget budget, Shape shape, ParkingWaitStrategy waiting) {
        super(name, budget, shape, waiting);
        this.waiting = waiting;
        List<Integer> ioShares = shares(budget.ioConcurrency(), shape.calls());
        List<Integer> cpuShares = shares(budget.cpuConcurrency(), shape.groups());
        List<PacedHandler> fetching = new ArrayList<>();
        List<PacedHandler> combining = new ArrayList<>();
        int task = 0;
        for (int group = 0; group < shape.groups(); group++) {
            for (int call = 0; call < shape.callsPerGroup().get(group); call++) {
                fetching.addAll(handlers(ioShares.get(task++), fetch(group, call)));
            }
            combining.addAll(handlers(cpuShares.get(group), combine(group)));
        }
        disruptor
                .handleEventsWith(fetching.toArray(PacedHandler[]::new))
                .then(combining.toArray(PacedHandler[]::new))
                .then((slot, sequence, endOfBatch) -> slot.end());
        disruptor.start();
    }

    private List<PacedHandler> handlers(int count, Slot.Stage stage) {
        List<PacedHandler> handlers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            handlers.add(new PacedHandler(i, count, stage, waiting));
        }
        return handlers;
    }

    /**
     * Each task has its own handlers. Where the budget has fewer threads than the shape has tasks, the bulkheads make
     * the handlers one shared pool.
     */
    static Topology topology(Budget budget, Shape shape) {
        return Topology.inParallel(
                pool(budget.ioConcurrency(), shape.calls()), pool(budget.cpuConcurrency(), shape.groups()));
    }

    private static Topology.Pool pool(int threads, int tasks) {
        return threads < tasks ? Topology.Pool.shared(threads) : Topology.Pool.dedicated(shares(threads, tasks));
    }

    private static List<Integer> shares(int threads, int tasks) {
        return Shares.of(threads, Collections.nCopies(tasks, 1));
    }

    @Override
    public void close() {
        try {
            super.close();
        } finally {
            waiting.halted();
        }
    }
}
