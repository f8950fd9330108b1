package io.birdseye.report.trace;

import io.birdseye.report.trace.RequestTrace.Task;
import io.birdseye.report.trace.TraceSet.Circumstance;
import io.birdseye.report.trace.TraceSet.Traced;
import io.birdseye.report.trace.TraceSet.Unanswered;
import java.util.List;

/** Made-up traces: one that holds its HTTP thread, one that holds no thread for its calls, one that queues. */
public final class TraceSamples {

    private TraceSamples() {}

    public static TraceSet set() {
        return new TraceSet("2026-01-02T03:04:05Z", "./birdseye trace executor reactor sequential disruptor",
                List.of(new Circumstance("Upstreams answer after", "200 ms"), new Circumstance("Machine", "2 cores")),
                false,
                List.of(new Traced(held(), 214, 5), new Traced(released(), 214, 5), new Traced(queueing(), 214, 5)),
                List.of(new Unanswered("disruptor", "service answers with status 503")));
    }

    /** A set in which every text is the given one. */
    public static TraceSet hostile(String text) {
        RequestTrace trace = new RequestTrace(text, text, text, text, false, 1.0, true, 210,
                List.of(new Task(text, "io", 0, 0, 5, 200, text, 0, 1), new Task("join", "join", -1, 200, 201, 210, text, 0, 1)));
        return new TraceSet(text, text, List.of(new Circumstance(text, text)), true,
                List.of(new Traced(trace, 205, 3)), List.of(new Unanswered(text, text)));
    }

    private static RequestTrace held() {
        return new RequestTrace("executor", "calls on a thread pool, combinations on the HTTP thread", "pool threads",
                "http-1", true, null, true, 231,
                List.of(task("posts", "io", 0, 0, 0, 201, "executor-io-1"),
                        task("comments", "io", 0, 0, 0, 202, "executor-io-2"),
                        task("albums", "io", 1, 0, 1, 201, "executor-io-3"),
                        task("photos", "io", 1, 0, 1, 204, "executor-io-4"),
                        task("posts", "combine", 0, 202, 203, 216, "http-1"),
                        task("albums", "combine", 1, 204, 216, 230, "http-1"),
                        task("join", "join", -1, 230, 230, 231, "http-1")));
    }

    private static RequestTrace released() {
        return new RequestTrace("reactor", "Monos over a non-blocking client", "nobody", "http-2", false, 0.4, false,
                218,
                List.of(task("posts", "io", 0, 0, 0, 201, "dispatch-1"),
                        task("comments", "io", 0, 0, 0, 202, "dispatch-1"),
                        task("albums", "io", 1, 0, 0, 201, "dispatch-1"),
                        task("photos", "io", 1, 0, 0, 204, "dispatch-1"),
                        task("posts", "combine", 0, 202, 202, 212, "reactor-cpu-1"),
                        task("albums", "combine", 1, 204, 204, 217, "reactor-cpu-2"),
                        task("join", "join", -1, 217, 217, 218, "reactor-cpu-2")));
    }

    private static RequestTrace queueing() {
        return new RequestTrace("sequential", "one call after another on the HTTP thread", "the HTTP thread", "http-3",
                true, null, true, 640,
                List.of(task("posts", "io", 0, 0, 0, 300, "http-3"),
                        task("comments", "io", 0, 0, 300, 600, "http-3"),
                        task("posts", "combine", 0, 600, 600, 639, "http-3"),
                        task("join", "join", -1, 639, 639, 640, "http-3")));
    }

    private static Task task(
            String name, String kind, int group, double ready, double start, double end, String thread) {
        return new Task(name, kind, group, ready, start, end, thread, 0, 1);
    }
}
