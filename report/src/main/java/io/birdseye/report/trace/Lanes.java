package io.birdseye.report.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tasks of a request by thread. A lane has several rows where tasks that it runs one after another were ready at
 * the same time: their queueing overlaps, and would be hidden behind the bars in a single row.
 */
final class Lanes {

    private Lanes() {}

    /** @param rows each a list of tasks that do not overlap, queueing included */
    record Lane(String thread, boolean blockedHttpThread, List<List<RequestTrace.Task>> rows) {}

    /** The HTTP thread first if it was held, then the others in the order in which they took up work. */
    static List<Lane> of(RequestTrace trace) {
        Map<String, List<List<RequestTrace.Task>>> byThread = new LinkedHashMap<>();
        if (trace.httpThreadBlocked()) {
            byThread.put(trace.httpThread(), new ArrayList<>());
        }
        trace.tasks().stream()
                .sorted(Comparator.comparingDouble(RequestTrace.Task::startMs))
                .forEach(task -> place(task, byThread.computeIfAbsent(task.thread(), thread -> new ArrayList<>())));
        List<Lane> lanes = new ArrayList<>();
        byThread.forEach((thread, rows) -> lanes.add(
                new Lane(thread, trace.httpThreadBlocked() && thread.equals(trace.httpThread()), rows)));
        return lanes;
    }

    private static void place(RequestTrace.Task task, List<List<RequestTrace.Task>> rows) {
        for (List<RequestTrace.Task> row : rows) {
            if (row.getLast().endMs() <= task.readyMs()) {
                row.add(task);
                return;
            }
        }
        rows.add(new ArrayList<>(List.of(task)));
    }
}
