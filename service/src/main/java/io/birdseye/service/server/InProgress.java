package io.birdseye.service.server;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the requests that are being served, so that the service can end when the last one has been answered. */
final class InProgress {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private int count;
    private boolean draining;

    /** False if no more requests are taken; a probe is taken always. */
    boolean enter(boolean probe) {
        lock.lock();
        try {
            if (draining && !probe) {
                return false;
            }
            count++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    void leave() {
        lock.lock();
        try {
            count--;
            if (count == 0) {
                empty.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean draining() {
        lock.lock();
        try {
            return draining;
        } finally {
            lock.unlock();
        }
    }

    void refuseNew() {
        lock.lock();
        try {
            draining = true;
        } finally {
            lock.unlock();
        }
    }

    /** True if the last request was answered in time. */
    boolean awaitEmpty(Duration grace) throws InterruptedException {
        lock.lock();
        try {
            long nanos = grace.toNanos();
            while (count > 0 && nanos > 0) {
                nanos = empty.awaitNanos(nanos);
            }
            return count == 0;
        } finally {
            lock.unlock();
        }
    }
}
