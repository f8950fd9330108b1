package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.page.Numbers.Column;
import io.birdseye.report.trace.RequestTrace;
import io.birdseye.report.trace.RequestTrace.Task;
import io.birdseye.report.trace.TraceSet;
import io.birdseye.report.trace.TraceSet.Traced;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Writes traces as one HTML page of waterfalls and tables, on one time axis. */
public final class TracePage {

    private TracePage() {}

    /** The whole page. */
    public static String render(TraceSet set) {
        return new Page("Birdseye: one request of " + set.traced().size()
                        + (set.traced().size() == 1 ? " strategy" : " strategies"))
                .style(TracePage.class, "waterfall.css")
                .style(TracePage.class, "trace.css")
                .script("waterfall.js")
                .script("trace.js")
                .render(Templates.OWN.content("trace.jte", set));
    }

    static String tracedAt(TraceSet set) {
        return ComparisonView.minute(set.createdAt());
    }

    static String headline(TraceSet set) {
        if (set.traced().isEmpty()) {
            return "No traced request was answered";
        }
        Comparator<Traced> byTime = Comparator.comparingDouble(one -> one.trace().totalMs());
        String fastest = told(set.traced().stream().min(byTime).orElseThrow());
        String slowest = told(set.traced().stream().max(byTime).orElseThrow());
        String load = set.underLoad() ? ", under load" : "";
        int strategies = set.traced().size();
        return strategies == 1
                ? "One request" + load + ": " + fastest
                : "One request, " + strategies + " strategies" + load + ": from " + fastest + " to " + slowest;
    }

    private static String told(Traced traced) {
        return Format.ms(traced.trace().totalMs()) + " with " + traced.trace().strategy();
    }

    /** The time of a request as the length of a bar, and the floor as a tick on it. */
    static String bar(Traced traced, TraceSet set) {
        return Format.text("--total:%.2f%%;--floor:%.2f%%", 100 * traced.trace().totalMs() / set.longestMs(),
                100 * traced.floorMs() / set.longestMs());
    }

    static String httpThread(RequestTrace trace) {
        Double released = trace.httpThreadReleasedMs();
        return trace.httpThreadBlocked()
                ? "held throughout"
                : released == null ? "released" : "released after " + Format.ms(released);
    }

    static Numbers tasks(RequestTrace trace) {
        return Numbers.of(trace.tasks(), new Column<>("Task", Task::label),
                new Column<>("Thread", task -> task.isCall() && !trace.callsHoldThreads()
                        ? "none (" + task.thread() + " delivers)"
                        : task.thread()),
                ms("ready", Task::readyMs), ms("queued", Task::queueMs), ms("started", Task::startMs),
                ms("took", Task::runMs), ms("ended", Task::endMs));
    }

    private static Column<Task> ms(String title, ToDoubleFunction<Task> time) {
        return new Column<>(title, task -> Format.number(time.applyAsDouble(task)));
    }

    static String id(RequestTrace trace) {
        return "trace-" + trace.strategy().replaceAll("[^A-Za-z0-9-]", "_");
    }

    static String sentence(String text) {
        return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }
}
