package io.birdseye.report.trace;

import io.birdseye.report.trace.RequestTrace.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tasks of a request on one thread, or on the wire. There are several rows where tasks that run one after another
 * were ready at the same time: their queueing overlaps, and would be hidden behind the bars in a single row.
 *
 * @param rows each a list of tasks that do not overlap, queueing included
 */
record Lane(String name, Holder holder, List<List<Task>> rows) {

    /**
     * Who a lane stands for: the thread that took the request in and is held until the answer is there, or was given
     * back before; a worker; or nobody, since no thread waits for a call that a non-blocking client has on the wire.
     */
    enum Holder { HELD_HTTP_THREAD, RELEASED_HTTP_THREAD, WORKER, NO_THREAD }

    /** The HTTP thread first, then the wire, then the others in the order in which they took up work. */
    static List<Lane> of(RequestTrace trace) {
        Map<String, List<List<Task>>> byThread = new LinkedHashMap<>();
        List<List<Task>> onTheWire = new ArrayList<>();
        byThread.put(trace.httpThread(), new ArrayList<>());
        trace.tasks().stream().sorted(Comparator.comparingDouble(Task::startMs)).forEach(task -> {
            boolean holdsThread = trace.callsHoldThreads() || !task.isCall();
            place(task, holdsThread ? byThread.computeIfAbsent(task.thread(), name -> new ArrayList<>()) : onTheWire);
        });
        Holder http = trace.httpThreadBlocked() ? Holder.HELD_HTTP_THREAD : Holder.RELEASED_HTTP_THREAD;
        List<Lane> lanes = new ArrayList<>();
        byThread.forEach((thread, rows) ->
                lanes.add(new Lane(thread, thread.equals(trace.httpThread()) ? http : Holder.WORKER, rows)));
        if (!onTheWire.isEmpty()) {
            lanes.add(1, new Lane("", Holder.NO_THREAD, onTheWire));
        }
        return lanes;
    }

    private static void place(Task task, List<List<Task>> rows) {
        rows.stream()
                .filter(row -> row.getLast().endMs() <= task.readyMs())
                .findFirst()
                .ifPresentOrElse(row -> row.add(task), () -> rows.add(new ArrayList<>(List.of(task))));
    }
}
