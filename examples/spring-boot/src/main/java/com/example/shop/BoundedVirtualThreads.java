package com.example.shop;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/** A virtual thread for each task. Threads are cheap, upstreams are not: semaphores bound what a pool would bound. */
final class BoundedVirtualThreads implements Executor {

    private final ThreadFactory threads = Thread.ofVirtual().name("call-", 1).factory();
    private final Semaphore places;
    private final Semaphore running;

    /** So many tasks run at once, and so many may wait for their turn. */
    BoundedVirtualThreads(int atOnce, int waiting) {
        places = new Semaphore(atOnce + waiting);
        running = new Semaphore(atOnce, true);
    }

    /** @throws RejectedExecutionException if as many tasks wait as may */
    @Override
    public void execute(Runnable task) {
        if (!places.tryAcquire()) {
            throw new RejectedExecutionException("too many calls wait");
        }
        boolean started = false;
        try {
            threads.newThread(() -> run(task)).start();
            started = true;
        } finally {
            if (!started) {
                places.release();
            }
        }
    }

    private void run(Runnable task) {
        try {
            running.acquireUninterruptibly();
            try {
                task.run();
            } finally {
                running.release();
            }
        } finally {
            places.release();
        }
    }
}
