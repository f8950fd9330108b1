package io.birdseye.report.trace;

import io.birdseye.report.trace.RequestTrace.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tasks of a request by thread. A lane has several rows where tasks that it runs one after another were ready at
 * the same time: their queueing overlaps, and would be hidden behind the bars in a single row.
 */
public final class Lanes {

    private Lanes() {}

    /** Who a lane stands for. */
    public enum Holder {
        /** The thread that took the request in and is held until the answer is there. */
        HELD_HTTP_THREAD,
        /** The thread that took the request in and was given back before the answer was there. */
        RELEASED_HTTP_THREAD,
        WORKER,
        /** Nobody: a call of a non-blocking client is on the wire, and no thread waits for it. */
        NO_THREAD
    }

    /**
     * A thread, or the wire.
     *
     * @param name the thread's, empty for {@link Holder#NO_THREAD}
     * @param rows each a list of tasks that do not overlap, queueing included
     */
    public record Lane(String name, Holder holder, List<List<Task>> rows) {}

    /** The HTTP thread first, then the wire, then the others in the order in which they took up work. */
    public static List<Lane> of(RequestTrace trace) {
        Map<String, List<List<Task>>> byThread = new LinkedHashMap<>();
        List<List<Task>> onTheWire = new ArrayList<>();
        byThread.put(trace.httpThread(), new ArrayList<>());
        trace.tasks().stream().sorted(Comparator.comparingDouble(Task::startMs)).forEach(task -> {
            boolean holdsThread = trace.callsHoldThreads() || !task.isCall();
            place(task, holdsThread ? byThread.computeIfAbsent(task.thread(), name -> new ArrayList<>()) : onTheWire);
        });
        List<Lane> lanes = new ArrayList<>();
        byThread.forEach((thread, rows) -> lanes.add(new Lane(thread, holder(trace, thread), rows)));
        if (!onTheWire.isEmpty()) {
            lanes.add(1, new Lane("", Holder.NO_THREAD, onTheWire));
        }
        return lanes;
    }

    private static Holder holder(RequestTrace trace, String thread) {
        if (!thread.equals(trace.httpThread())) {
            return Holder.WORKER;
        }
        return trace.httpThreadBlocked() ? Holder.HELD_HTTP_THREAD : Holder.RELEASED_HTTP_THREAD;
    }

    private static void place(Task task, List<List<Task>> rows) {
        for (List<Task> row : rows) {
            if (row.getLast().endMs() <= task.readyMs()) {
                row.add(task);
                return;
            }
        }
        rows.add(new ArrayList<>(List.of(task)));
    }
}
