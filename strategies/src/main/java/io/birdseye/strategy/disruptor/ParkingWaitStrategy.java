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
 * Parks a thread until the ring or the stage ahead has reached its sequence. The library's blocking wait strategies
 * park only until a slot is published, and spin while they wait for the stage ahead. That is good while a stage takes
 * nanoseconds; with a call of 200 ms each waiting thread would use a core. The library's sleeping wait strategies wake
 * up thousands of times a second.
 *
 * <p>The cost: a lock for every step and a wake-up for every slot, which is some microseconds of latency. The threads
 * must call {@link #moved}, and whoever halts them must call {@link #halted}, because the library notifies a wait
 * strategy only of published slots.
 */
final class ParkingWaitStrategy implements WaitStrategy {

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Parked> parked = new ArrayList<>();

    /** The threads that wait for the same sequence: that of the ring, or of the stage ahead. Guarded by the lock. */
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

    @SuppressWarnings("ReferenceEquality") // threads of a stage share the object; other stages may have the same value
    private Parked behind(Sequence ahead) {
        for (Parked threads : parked) {
            if (threads.ahead == ahead) {
                return threads;
            }
        }
        Parked first = new Parked(ahead);
        parked.add(first);
        return first;
    }

    /** The library calls this when a slot was published, and when it halts a thread. */
    @Override
    public void signalAllWhenBlocking() {
        moved();
    }

    /**
     * To be called by a thread after it has set its sequence. Wakes the threads behind it once all threads of its
     * own stage have passed the slot: to wake them for each thread made a slot cost a fifth more.
     */
    void moved() {
        lock.lock();
        try {
            for (Parked threads : parked) {
                if (threads.ahead.get() >= threads.wanted) {
                    threads.wake();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** To be called after the threads have been halted: wakes all, and each finds that it has to end. */
    void halted() {
        lock.lock();
        try {
            parked.forEach(Parked::wake);
        } finally {
            lock.unlock();
        }
    }
}
