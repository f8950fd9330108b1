package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.table.Column;
import io.birdseye.report.table.Column.Cells;
import io.birdseye.report.trace.RequestTrace;
import io.birdseye.report.trace.RequestTrace.Task;
import io.birdseye.report.trace.TraceSet;
import io.birdseye.report.trace.TraceSet.Traced;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes traces as one HTML page of waterfalls and tables, on one time axis. */
public final class TracePage {

    private TracePage() {}

    public static String render(TraceSet set) {
        int strategies = set.traced().size();
        return new Page("Birdseye: one request of " + strategies + (strategies == 1 ? " strategy" : " strategies"))
                .style(TracePage.class, "waterfall.css")
                .style(TracePage.class, "trace.css")
                .script("waterfall.js").script("trace.js").render(Templates.OWN.content("trace.jte", set));
    }

    static String headline(TraceSet set) {
        if (set.traced().isEmpty()) {
            return "No traced request was answered";
        }
        List<String> byTime = set.traced().stream()
                .map(Traced::trace)
                .sorted(Comparator.comparingDouble(RequestTrace::totalMs))
                .map(trace -> Format.ms(trace.totalMs()) + " with " + trace.strategy()).toList();
        String load = set.underLoad() ? ", under load" : "";
        return byTime.size() == 1
                ? "One request" + load + ": " + byTime.getFirst()
                : "One request, " + byTime.size() + " strategies" + load + ": from " + byTime.getFirst() + " to "
                        + byTime.getLast();
    }

    /** The time of a request as the length of a bar, and the floor as a tick on it. */
    static String bar(Traced traced, TraceSet set) {
        return Format.text("--total:%.2f%%;--floor:%.2f%%", 100 * traced.trace().totalMs() / set.longestMs(),
                100 * traced.floorMs() / set.longestMs());
    }

    static String httpThread(RequestTrace trace) {
        Double released = trace.httpThreadReleasedMs();
        String end = released == null ? "released" : "released after " + Format.ms(released);
        return trace.httpThreadBlocked() ? "held throughout" : end;
    }

    static Cells tasks(RequestTrace trace) {
        List<Column<Task>> columns = new ArrayList<>(List.of(
                Column.text("Task", Task::label),
                Column.text("Thread", task -> task.isCall() && !trace.callsHoldThreads()
                        ? "none (" + task.thread() + " delivers)"
                        : task.thread()),
                Column.number("ready", task -> Format.number(task.readyMs())),
                Column.number("queued", task -> Format.number(task.queueMs())),
                Column.number("started", task -> Format.number(task.startMs())),
                Column.number("took", task -> Format.number(task.runMs())),
                Column.number("ended", task -> Format.number(task.endMs()))));
        if (trace.tasks().stream().anyMatch(task -> task.poolMs() > 0 || task.attempts() > 1)) {
            columns.add(Column.number("queued for its pool", task -> Format.number(task.poolMs())));
            columns.add(Column.number("attempts", task -> task.isCall() ? String.valueOf(task.attempts()) : Format.NONE));
        }
        return Cells.of(trace.tasks(), columns);
    }

    static String id(RequestTrace trace) {
        return "trace-" + trace.strategy().replaceAll("[^A-Za-z0-9-]", "_");
    }
}
