package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.Pools;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A ring of slots, one for each request in progress. A subclass connects handlers to it and starts it. */
abstract class Pipeline implements AutoCloseable {

    /** The ring, without handlers. */
    final Disruptor<Slot> disruptor;

    // Every task needs a handler even where the budget has fewer threads; the bulkheads keep the budget then.
    private final Bulkhead io;
    private final Bulkhead cpu;

    /** @param name the name of the handlers' threads */
    Pipeline(String name, Budget budget, Shape shape, WaitStrategy waiting) {
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
        disruptor = new Disruptor<>(
                () -> new Slot(shape),
                powerOfTwo(budget.maxInFlight()),
                Pools.threads(name),
                ProducerType.MULTI,
                waiting);
    }

    /** The smallest power of two, from 2, that is not below the number: the library requires it. */
    private static int powerOfTwo(int atLeast) {
        return Math.max(2, Integer.highestOneBit(Math.max(1, atLeast - 1)) * 2);
    }

    /** The stage that makes one call of each request. */
    final Slot.Stage fetch(int group, int call) {
        return slot -> {
            var ignored = io.call(() -> slot.fetch(group, call));
        };
    }

    /** The stage that combines one group of each request. */
    final Slot.Stage combine(int group) {
        return slot -> {
            var ignored = cpu.call(() -> slot.combine(group));
        };
    }

    /**
     * Puts a request on the ring.
     *
     * @throws Overloaded if the ring is full
     */
    final CompletableFuture<List<Part>> submit(FanOut work) {
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
        }
    }
}
