package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.Pools;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The topology that the library is known for: the calls of a slot side by side, then its combinations side by side,
 * then the end.
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
final class DiamondPipeline implements AutoCloseable {

    private final ParkingWaitStrategy waiting = new ParkingWaitStrategy();
    private final Disruptor<Slot> disruptor;
    private final Bulkhead io;
    private final Bulkhead cpu;

    DiamondPipeline(String name, Budget budget, Shape shape) {
        // Every task needs a handler even where the budget has fewer threads; the bulkheads keep the budget then.
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
        disruptor = new Disruptor<>(
                () -> new Slot(shape),
                ringSize(budget.maxInFlight()),
                Pools.threads(name),
                ProducerType.MULTI,
                waiting);
        List<PacedHandler> fetching = new ArrayList<>();
        List<PacedHandler> combining = new ArrayList<>();
        List<Integer> ioShares = shares(budget.ioConcurrency(), shape.calls());
        List<Integer> cpuShares = shares(budget.cpuConcurrency(), shape.groups());
        for (int group = 0; group < shape.groups(); group++) {
            int g = group;
            for (int call = 0; call < shape.callsPerGroup().get(group); call++) {
                int c = call;
                int share = ioShares.removeFirst();
                for (int i = 0; i < share; i++) {
                    fetching.add(new PacedHandler(i, share, slot -> fetch(slot, g, c), waiting));
                }
            }
            int share = cpuShares.removeFirst();
            for (int i = 0; i < share; i++) {
                combining.add(new PacedHandler(i, share, slot -> combine(slot, g), waiting));
            }
        }
        disruptor
                .handleEventsWith(fetching.toArray(PacedHandler[]::new))
                .then(combining.toArray(PacedHandler[]::new))
                .then((slot, sequence, endOfBatch) -> slot.end());
        disruptor.start();
    }

    /** Handlers of each task's own; where the budget has fewer than the shape has tasks, the bulkheads are the pool. */
    static Topology topology(Budget budget, Shape shape) {
        return Topology.inParallel(
                pool(budget.ioConcurrency(), shape.calls()), pool(budget.cpuConcurrency(), shape.groups()));
    }

    private static Topology.Pool pool(int threads, int tasks) {
        return threads < tasks ? Topology.Pool.shared(threads) : Topology.Pool.dedicated(shares(threads, tasks));
    }

    private static List<Integer> shares(int threads, int tasks) {
        return new ArrayList<>(Shares.of(threads, Collections.nCopies(tasks, 1)));
    }

    private static int ringSize(int maxInFlight) {
        return Math.max(2, Integer.highestOneBit(Math.max(1, maxInFlight - 1)) * 2);
    }

    private void fetch(Slot slot, int group, int call) throws Exception {
        Boolean done = io.call(() -> {
            slot.fetch(group, call);
            return true;
        });
        assert done;
    }

    private void combine(Slot slot, int group) throws Exception {
        Boolean done = cpu.call(() -> {
            slot.combine(group);
            return true;
        });
        assert done;
    }

    /**
     * Puts a request on the ring.
     *
     * @throws Overloaded if the ring is full
     */
    CompletableFuture<List<Part>> submit(FanOut work) {
        CompletableFuture<List<Part>> answer = new CompletableFuture<>();
        if (!disruptor.getRingBuffer().tryPublishEvent((slot, sequence) -> slot.begin(work, answer))) {
            throw new Overloaded("the ring is full: " + disruptor.getBufferSize() + " requests are in progress");
        }
        return answer;
    }

    @Override
    public void close() {
        try {
            disruptor.shutdown(5, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            disruptor.halt();
        } finally {
            waiting.halted();
        }
    }
}
