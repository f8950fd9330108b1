package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import java.util.function.Consumer;

/**
 * One thread of a stage. The threads of a stage share a work sequence: each claims the next slot that none of them has,
 * processes it, and releases it by itself to the stage behind. So a slot waits for no later slot, and a busy thread
 * holds back no slot that another thread of its stage could process.
 *
 * <p>The library had such worker pools up to 3.4.4; 4.0.0 removed them. A batch handler of 4.0.0 releases its slots at
 * the end of a batch only. {@code WorkerPoolTest} runs this class beside the worker pools of 3.4.4.
 */
final class SlotWorker implements EventProcessor {

    /** Before the first slot. */
    private static final long NONE = -1;

    private final RingBuffer<Slot> ring;
    private final SequenceBarrier barrier;
    private final Sequence claimed;
    private final Consumer<Slot> task;
    private final Runnable moved;
    private final Sequence sequence = new Sequence();
    private volatile boolean running;

    /**
     * The barrier is of the stage, as is the last slot claimed; {@code moved} runs after each slot that is released.
     */
    SlotWorker(RingBuffer<Slot> ring, SequenceBarrier barrier, Sequence claimed, Consumer<Slot> task, Runnable moved) {
        this.ring = ring;
        this.barrier = barrier;
        this.claimed = claimed;
        this.task = task;
        this.moved = moved;
    }

    /** All slots up to this one are processed or belong to other threads of the stage. */
    @Override
    public Sequence getSequence() {
        return sequence;
    }

    @Override
    public void halt() {
        barrier.alert();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public void run() {
        running = true;
        try {
            long available = NONE;
            while (!barrier.isAlerted()) {
                long mine = claim();
                tellOthers();
                while (available < mine) {
                    available = await(mine);
                }
                process(ring.get(mine));
            }
        } catch (AlertException halted) {
            // The library ends a wait in this way.
        } finally {
            running = false;
        }
    }

    /** Releases the slot that this thread had before, and claims the next one. */
    private long claim() {
        long last;
        do {
            last = claimed.get();
            sequence.set(last);
        } while (!claimed.compareAndSet(last, last + 1));
        return last + 1;
    }

    private void tellOthers() {
        try {
            moved.run();
        } catch (RuntimeException | Error e) {
            // They are told again with the next slot. A thread that ended with a claimed slot would stop the ring.
        }
    }

    /** Returns the last slot that the stage ahead has released; that may be an earlier one. */
    private long await(long slot) throws AlertException {
        try {
            return barrier.waitFor(slot);
        } catch (InterruptedException | TimeoutException | Error e) {
            return NONE; // Only a halt ends the thread.
        }
    }

    /** A task fails its own request; what gets here is an error on the way to that. */
    private void process(Slot slot) {
        try {
            task.accept(slot);
        } catch (RuntimeException | Error e) {
            slot.abandon(e);
        }
    }
}
