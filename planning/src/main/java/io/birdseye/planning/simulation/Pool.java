package io.birdseye.planning.simulation;

import java.util.ArrayDeque;

/** Threads or permits that serve one queue: first come, first served. */
final class Pool {

    /** First a place in the queue, then a server; cancelling it leaves the queue, or frees the server. */
    final class Ticket implements EventLoop.Cancellable {

        private final Runnable granted;
        private final double since = loop.now();
        private State state = State.WAITING;

        private Ticket(Runnable granted) {
            this.granted = granted;
        }

        @Override
        public void cancel() {
            State before = state;
            state = State.ENDED;
            switch (before) {
                case WAITING -> {
                    waiting--;
                    left++;
                }
                case HELD -> release();
                case ENDED -> {}
            }
        }
    }

    private enum State {
        WAITING,
        HELD,
        ENDED
    }

    private final EventLoop loop;
    private final int servers;
    private final ArrayDeque<Ticket> queue = new ArrayDeque<>();
    private final Meter busy;
    private int waiting;
    private double waitedMs;
    private long grants;
    private long left;

    Pool(EventLoop loop, int servers) {
        if (servers < 1) {
            throw new IllegalArgumentException("a pool needs at least 1 server, but has " + servers);
        }
        this.loop = loop;
        this.servers = servers;
        this.busy = new Meter(loop);
    }

    /** Runs the action as soon as a server is free, possibly now. The caller cancels the ticket when it is done. */
    Ticket acquire(Runnable granted) {
        Ticket ticket = new Ticket(granted);
        waiting++;
        queue.add(ticket);
        if (busy.level() < servers) {
            serveNext();
        }
        return ticket;
    }

    private void release() {
        busy.add(-1);
        serveNext();
    }

    private void serveNext() {
        Ticket next = queue.poll();
        while (next != null && next.state != State.WAITING) {
            next = queue.poll();
        }
        if (next != null) {
            next.state = State.HELD;
            waiting--;
            busy.add(1);
            grants++;
            waitedMs += loop.now() - next.since;
            // As a separate event, so that the caller of acquire() has its ticket before the action runs.
            Ticket granted = next;
            loop.after(0, () -> {
                if (granted.state == State.HELD) {
                    granted.granted.run();
                }
            });
        }
    }

    int waiting() {
        return waiting;
    }

    void restartStatistics() {
        busy.restart();
        waitedMs = 0;
        grants = 0;
        left = 0;
    }

    double meanBusy() {
        return busy.mean();
    }

    double utilisation() {
        return busy.mean() / servers;
    }

    /** The share of those that left without a server. */
    double leftShare() {
        return left == 0 ? 0 : (double) left / (left + grants);
    }

    double meanWaitMs() {
        return grants == 0 ? 0 : waitedMs / grants;
    }
}
