package io.birdseye.strategy.disruptor;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.WaitStrategy;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Parks handlers until what they wait for has happened, however long that takes. The library's blocking strategies
 * park only for the ring and spin for the stages ahead, a core for each handler, which is fine while a stage takes
 * nanoseconds and ruinous when it is a call of 200 ms; its sleeping ones wake up thousands of times a second.
 *
 * <p>The price is a lock and a wake-up for every step, some microseconds of latency. A stage ahead must say when it has
 * moved, see {@link #moved}: the library tells wait strategies only about the ring itself.
 */
final class ParkingWaitStrategy implements WaitStrategy {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition published = lock.newCondition();
    private final Condition stageMoved = lock.newCondition();

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
            while (true) {
                barrier.checkAlert();
                available = dependent.get();
                if (available >= sequence) {
                    return available;
                }
                if (cursor.get() < sequence) {
                    published.await();
                } else {
                    stageMoved.await();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Called by the library when something was put on the ring, and when handlers are to stop. */
    @Override
    public void signalAllWhenBlocking() {
        lock.lock();
        try {
            published.signalAll();
            stageMoved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Called by a handler that has set its sequence. */
    void moved() {
        lock.lock();
        try {
            stageMoved.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
