package io.birdseye.report.trace;

import java.util.List;

/**
 * What happened during one request, as the service saw it.
 *
 * @param strategy the strategy's name
 * @param summary its one line
 * @param httpThread the thread that took the request in
 * @param httpThreadBlocked whether that thread was held until the answer was there
 * @param totalMs from the beginning of the work to the answer
 * @param tasks the calls, the combinations, the join
 */
public record RequestTrace(
        String strategy,
        String summary,
        String httpThread,
        boolean httpThreadBlocked,
        double totalMs,
        List<Task> tasks) {

    public RequestTrace {
        tasks = List.copyOf(tasks);
    }

    /**
     * One task; times in ms since the request began.
     *
     * @param name of the call or group, or {@code join}
     * @param kind {@code io}, {@code combine} or {@code join}
     * @param group the group that the task belongs to, counted from 0; -1 for the join
     * @param readyMs when everything it needs was there
     * @param thread who ran it, or delivered the body of a call that held no thread
     */
    public record Task(
            String name, String kind, int group, double readyMs, double startMs, double endMs, String thread) {

        /** For people: {@code posts}, or {@code combine posts}. */
        public String label() {
            return kind.equals("combine") ? "combine " + name : name;
        }

        public double queueMs() {
            return startMs - readyMs;
        }

        public double runMs() {
            return endMs - startMs;
        }
    }
}
