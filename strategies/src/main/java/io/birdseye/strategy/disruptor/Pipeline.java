package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
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
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A ring of slots, one for each request in progress. A subclass connects stages to it and starts it. */
abstract class Pipeline implements AutoCloseable {

    /** No stage ahead: the first stages wait for the ring. */
    static final List<Sequence> RING = List.of();

    private final Disruptor<Slot> disruptor;
    private final WaitStrategy waiting;

    // Every task needs a thread even where the budget has fewer; the bulkheads keep the budget then.
    private final Bulkhead io;
    private final Bulkhead cpu;

    Pipeline(String name, Budget budget, Shape shape, Waiting usual) {
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
        waiting = Waiting.chosenOr(usual).create();
        disruptor = new Disruptor<>(
                () -> new Slot(shape), powerOfTwo(budget.maxInFlight()), Pools.threads(name), ProducerType.MULTI,
                waiting);
    }

    /** Equal shares, which differ by one thread at most, the first stages having more; each stage has at least one. */
    static List<Integer> shares(int threads, int stages) {
        return IntStream.range(0, stages)
                .mapToObj(stage -> Math.max(1, threads / stages + (stage < threads % stages ? 1 : 0))).toList();
    }

    /** The smallest power of two, from 2, that is not below the number: the library requires it. */
    private static int powerOfTwo(int atLeast) {
        return Math.max(2, Integer.highestOneBit(Math.max(1, atLeast - 1)) * 2);
    }

    /**
     * Adds a stage, a pool of threads that each claim one slot at a time; takes the sequences ahead, and returns its
     * own.
     */
    final List<Sequence> stage(List<Sequence> ahead, int threads, Consumer<Slot> task) {
        RingBuffer<Slot> ring = disruptor.getRingBuffer();
        SequenceBarrier barrier = ring.newBarrier(ahead.toArray(Sequence[]::new));
        Sequence claimed = new Sequence();
        SlotWorker[] pool = Stream.generate(() -> new SlotWorker(ring, barrier, claimed, task, this::moved))
                .limit(threads).toArray(SlotWorker[]::new);
        var ignored = disruptor.handleEventsWith(pool);
        // A publisher has to look at the last stages only.
        ahead.forEach(ring::removeGatingSequence);
        return Stream.of(pool).map(SlotWorker::getSequence).toList();
    }

    /** After all stages have been added. If a thread cannot be started, those that were are ended. */
    final void start() {
        try {
            var ignored = disruptor.start();
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void moved() {
        if (waiting instanceof ParkingWaitStrategy parking) {
            parking.moved();
        }
    }

    final Consumer<Slot> fetch(int group, int call) {
        return slot -> slot.run(() -> io.call(() -> slot.fetch(group, call)));
    }

    final Consumer<Slot> combine(int group) {
        return slot -> slot.run(() -> cpu.call(() -> slot.combine(group)));
    }

    /** @throws Overloaded if the ring is full */
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
        } finally {
            if (waiting instanceof ParkingWaitStrategy parking) {
                parking.halted();
            }
        }
    }
}
