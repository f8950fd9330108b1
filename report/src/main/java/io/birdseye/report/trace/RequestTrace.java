package io.birdseye.report.trace;

import io.birdseye.model.Format;
import io.birdseye.model.TerminalText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened during one request, as the service saw it.
 *
 * @param waits which thread waits for its calls, in its own words
 * @param httpThread the thread that took the request in
 * @param httpThreadReleasedMs when that thread was free for other requests; null if it was held, or not free in time
 */
public record RequestTrace(
        String strategy, String summary, String waits, String httpThread, boolean httpThreadBlocked,
        @Nullable Double httpThreadReleasedMs,
        boolean callsHoldThreads,
        double totalMs,
        List<Task> tasks) {

    public RequestTrace {
        tasks = List.copyOf(tasks);
    }

    /**
     * One task; times in ms since the request began.
     *
     * @param group the group that the task belongs to, counted from 0; -1 for the join
     * @param readyMs when everything it needs was there
     * @param thread who ran it, or delivered the body of a call that held no thread
     * @param poolMs how long it waited for a place in its pool, from its start on
     * @param attempts of a call, on the wire
     */
    public record Task(
            String name, String kind, int group, double readyMs, double startMs, double endMs, String thread, double poolMs,
            int attempts) {

        private Task visible() {
            return new Task(
                    TerminalText.line(name), kind, group, readyMs, startMs, endMs, TerminalText.line(thread), poolMs, attempts);
        }

        /** {@code 2 attempts}, or empty. */
        public String again() {
            return attempts > 1 ? Format.count(attempts, "attempt") : "";
        }

        /** When it got its place, or started. */
        public double placedMs() {
            return startMs + poolMs;
        }

        /** For people: {@code posts}, or {@code combine posts}. */
        public String label() {
            return kind.equals("combine") ? "combine " + name : name;
        }

        public boolean isCall() {
            return kind.equals("io");
        }

        public double queueMs() {
            return placedMs() - readyMs;
        }

        public double runMs() {
            return endMs - placedMs();
        }
    }

    /** The same with names that cannot steer a terminal: they come from a service. */
    RequestTrace visible() {
        return new RequestTrace(TerminalText.line(strategy), TerminalText.line(summary), waits,
                TerminalText.line(httpThread), httpThreadBlocked, httpThreadReleasedMs, callsHoldThreads, totalMs,
                tasks.stream().map(Task::visible).toList());
    }

    /** Whether one of its calls waited for its pool. */
    public boolean waitedForPool() {
        return tasks.stream().anyMatch(task -> task.poolMs > 0);
    }

    /** How long its tasks waited for a thread or a pool, summed over all of them. */
    public double queueMs() {
        return tasks.stream().mapToDouble(Task::queueMs).sum();
    }

    /** How many threads ran a task; a call that held no thread counts for none. */
    public long threads() {
        return tasks.stream().filter(task -> callsHoldThreads || !task.isCall()).map(Task::thread).distinct().count();
    }
}
