package io.birdseye.planning.simulation;

import io.birdseye.planning.simulation.EventLoop.Event;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Processors that all running tasks share equally: the limit of very short time slices.
 *
 * <p>With k tasks on n cores each runs at {@code min(1, n/k)} of full speed (processor sharing: L. Kleinrock, "Queueing
 * Systems", volume 2, 1976, chapter 4), divided by {@code 1 + σ·(min(k, n) − 1)} where they slow one another down: the
 * contention of N. J. Gunther's universal scalability law ("Guerrilla Capacity Planning", 2007). All advance alike, so
 * one clock of the work done per task is enough.
 */
final class Cores {

    private final EventLoop loop;
    private final double cores;
    private final double contention;
    /** Each is due when the clock of the work done per task shows its value at the start plus the task's work. */
    private final PriorityQueue<Event> jobs = new PriorityQueue<>();
    private final Meter busy;
    private double workDone;
    private double since;
    private long started;
    private @Nullable Event nextEnd;

    Cores(EventLoop loop, double cores, double contention) {
        this.loop = loop;
        this.cores = cores;
        this.contention = contention;
        this.busy = new Meter(loop);
    }

    /** Does the given work (ms at full speed, longer while the cores are shared), and then runs the action. */
    EventLoop.Cancellable run(double workMs, Runnable done) {
        if (workMs <= 0) {
            return loop.after(0, done);
        }
        advance();
        Event job = new Event(workDone + workMs, started++, done);
        jobs.add(job);
        changed();
        return () -> remove(job);
    }

    private void remove(Event job) {
        advance();
        if (jobs.remove(job)) {
            changed();
        }
    }

    private void endFirst() {
        Event first = jobs.poll();
        if (first != null) {
            since = loop.now();
            workDone = first.at;
            changed();
            first.run();
        }
    }

    private void advance() {
        workDone += (loop.now() - since) * speed();
        since = loop.now();
    }

    private double speed() {
        int running = jobs.size();
        if (running == 0) {
            return 0;
        }
        double atOnce = Math.min(running, cores);
        return atOnce / running / (1 + contention * Math.max(0, atOnce - 1));
    }

    private void changed() {
        if (nextEnd != null) {
            nextEnd.cancel();
        }
        busy.set(Math.min(jobs.size(), cores));
        Event first = jobs.peek();
        nextEnd = first == null
                ? null
                : loop.after(Math.max(0, first.at - workDone) / speed(), this::endFirst);
    }

    void restartStatistics() {
        busy.restart();
    }

    double utilisation() {
        return busy.mean() / cores;
    }
}
