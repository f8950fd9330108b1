package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Parks handlers until what they wait for has happened, however long that takes. The library's blocking strategies
 * park only for the ring and spin for the stages ahead, a core for each handler, which is fine while a stage takes
 * nanoseconds and ruinous when it is a call of 200 ms; its sleeping ones wake up thousands of times a second.
 *
 * <p>The price is a lock for every step and a wake-up for every slot, some microseconds of latency. A handler must say
 * when it has moved, and whoever halts the handlers must say so too, see {@link #moved} and {@link #halted}: the library
 * tells wait strategies only about the ring, and of a halt in the same words.
 */
final class ParkingWaitStrategy implements WaitStrategy {

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Parked> parked = new ArrayList<>();

    /** Handlers that wait for the same: the ring, or all of the stage ahead. Guarded by the lock. */
    private final class Parked {
        private final Sequence ahead;
        private final Condition reached = lock.newCondition();
        private long wanted = Long.MAX_VALUE;

        Parked(Sequence ahead) {
            this.ahead = ahead;
        }

        void park(long sequence) throws InterruptedException {
            wanted = Math.min(wanted, sequence);
            reached.await();
        }

        void wake() {
            wanted = Long.MAX_VALUE;
            reached.signalAll();
        }
    }

    @Override
    public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
            throws AlertException, InterruptedException {
        long available = dependent.get();
        if (available >= sequence) {
            barrier.checkAlert();
            return available;
        }
        lock.lock();
        try {
            Parked mine = behind(dependent);
            while (true) {
                barrier.checkAlert();
                available = dependent.get();
                if (available >= sequence) {
                    return available;
                }
                mine.park(sequence);
            }
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("ReferenceEquality") // handlers of a stage share the object; its value says nothing
    private Parked behind(Sequence ahead) {
        for (Parked handlers : parked) {
            if (handlers.ahead == ahead) {
                return handlers;
            }
        }
        Parked first = new Parked(ahead);
        parked.add(first);
        return first;
    }

    /** Called by the library when something was put on the ring, and when it halts a handler. */
    @Override
    public void signalAllWhenBlocking() {
        moved();
    }

    /**
     * To be called by a handler that has set its sequence. Wakes those who have waited for it, and nobody as long as
     * another handler of its stage is behind: to let them look each time made a slot a fifth dearer.
     */
    void moved() {
        lock.lock();
        try {
            for (Parked handlers : parked) {
                if (handlers.ahead.get() >= handlers.wanted) {
                    handlers.wake();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** To be called when the handlers have been halted: wakes all, and each sees that it is to end. */
    void halted() {
        lock.lock();
        try {
            parked.forEach(Parked::wake);
        } finally {
            lock.unlock();
        }
    }
}
