package io.birdseye.service.server;

import io.birdseye.fanout.TaskTiming;
import java.util.List;

/**
 * Writes the {@code Server-Timing} header of W3C's Server Timing: where the time of a request went, in milliseconds.
 * Two entries for each task that has ended, {@code <task>-queue} and {@code <task>-io} or {@code <task>-cpu}; then
 * {@code dispatch}, the wait for an HTTP thread, and {@code total}.
 */
public final class ServerTiming {

    public static final String HEADER = "Server-Timing";

    private ServerTiming() {}

    /** For answers without tasks. */
    public static String ofTotal(Exchange exchange) {
        StringBuilder header = new StringBuilder(32);
        entry(header, "total", "", exchange.nanosSinceArrival());
        return header.toString();
    }

    public static String of(List<TaskTiming> timings, Exchange exchange) {
        StringBuilder header = new StringBuilder(384);
        for (TaskTiming timing : timings) {
            String task = name(timing);
            entry(header, task, "-queue", timing.queueNanos());
            entry(header, task, timing.kind() == TaskTiming.Kind.IO ? "-io" : "-cpu", timing.runNanos());
        }
        entry(header, "dispatch", "", exchange.dispatchNanos());
        entry(header, "total", "", exchange.nanosSinceArrival());
        return header.toString();
    }

    /** Calls and combinations have names of their own, which may be the same. */
    public static String name(TaskTiming timing) {
        return timing.kind() == TaskTiming.Kind.COMBINE ? "combine-" + timing.name() : timing.name();
    }

    private static void entry(StringBuilder header, String task, String phase, long nanos) {
        if (!header.isEmpty()) {
            header.append(", ");
        }
        header.append(task).append(phase).append(";dur=");
        long micros = Math.max(0, nanos) / 1_000;
        int fraction = (int) (micros % 1_000);
        header.append(micros / 1_000).append('.');
        header.append((char) ('0' + fraction / 100)).append((char) ('0' + fraction / 10 % 10));
        header.append((char) ('0' + fraction % 10));
    }
}
