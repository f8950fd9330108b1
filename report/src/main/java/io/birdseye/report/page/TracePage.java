package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.trace.RequestTrace;
import io.birdseye.report.trace.RequestTrace.Task;
import io.birdseye.report.trace.TraceSet;
import io.birdseye.report.trace.TraceSet.Traced;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Writes traces as one HTML page of waterfalls and tables, on one time axis. */
public final class TracePage {

    private TracePage() {}

    /** The whole page. */
    public static String render(TraceSet set) {
        Page page = new Page("Birdseye: one request of " + set.traced().size()
                        + (set.traced().size() == 1 ? " strategy" : " strategies"))
                .style(TracePage.class, "waterfall.css")
                .style(TracePage.class, "trace.css")
                .script("waterfall.js")
                .script("trace.js");
        Html html = page.header("Skip to the waterfalls", "waterfalls", "traced " + Page.minute(set.createdAt()),
                headline(set));
        html.element("p", "Each picture is one real request: four calls to upstreams, a combination for each pair of"
                + " them, and the join. The strategy decides only which thread does what, and who waits meanwhile."
                + (set.underLoad() ? " Other requests ran at the same time: hatching is the wait for a thread." : ""),
                "class", "lead");
        html.open("dl", "class", "facts");
        set.circumstances().forEach(fact -> html.fact(fact.name(), fact.value()));
        html.close();
        page.main();
        glance(html, set);
        html.section("waterfalls", "Who does what, and who waits", "");
        legend(html);
        set.traced().forEach(traced -> figure(html, traced, set));
        set.unanswered().forEach(one -> unanswered(html, one));
        html.close();
        repeat(html, set);
        return page.render();
    }

    private static String headline(TraceSet set) {
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

    /** All of them in one table, with a bar for the time and a tick for the floor. */
    private static void glance(Html html, TraceSet set) {
        html.section("glance", "At a glance",
                "The fewer threads are held while nothing is computed, the more requests fit on a machine.");
        Tables.draw(html, "Each strategy's typical request", "glance", List.of(
                TableColumn.head("Strategy", (cell, traced) ->
                        cell.element("a", traced.trace().strategy(), "href", "#" + id(traced.trace()))),
                TableColumn.drawn("Time", "", "time", (cell, traced) -> time(cell, traced, set.longestMs())),
                TableColumn.number("Floors", "",
                        traced -> traced.floorMs() > 0 ? Format.times(traced.timesFloor()) : Format.NONE),
                TableColumn.text("HTTP thread", traced -> httpThread(traced.trace())),
                TableColumn.number("Threads at work", "", traced -> String.valueOf(traced.trace().threads())),
                TableColumn.number("Queueing", "", traced -> traced.trace().queueMs() < 0.5
                        ? "0 ms"
                        : Format.ms(traced.trace().queueMs()))), set.traced());
        html.close();
    }

    private static void time(Html html, Traced traced, double longestMs) {
        html.element("span", "", "class", "time-bar", "style", Format.text("--total:%.2f%%;--floor:%.2f%%",
                100 * traced.trace().totalMs() / longestMs, 100 * traced.floorMs() / longestMs), "aria-hidden", "true");
        html.element("span", Format.ms(traced.trace().totalMs()));
    }

    private static String httpThread(RequestTrace trace) {
        Double released = trace.httpThreadReleasedMs();
        return trace.httpThreadBlocked()
                ? "held throughout"
                : released == null ? "released" : "released after " + Format.ms(released);
    }

    private static void legend(Html html) {
        html.open("ul", "class", "legend script", "aria-label", "Legend");
        key(html, "io", "call to an upstream; its thread sits and waits");
        key(html, "wire", "call that holds no thread");
        key(html, "cpu", "combination or join: computing");
        key(html, "wait", "ready, but queueing for a thread");
        key(html, "held", "HTTP thread held, doing nothing");
        html.close();
    }

    private static void key(Html html, String style, String text) {
        html.open("li").element("span", "", "class", "key " + style, "aria-hidden", "true").text(text).close();
    }

    private static void figure(Html html, Traced traced, TraceSet set) {
        RequestTrace trace = traced.trace();
        html.open("figure", "class", "waterfall", "id", id(trace), "aria-labelledby", id(trace) + "-title",
                "data-trace", Json.text(trace), "data-floor", String.valueOf(traced.floorMs()),
                "data-longest", String.valueOf(set.longestMs()));
        html.open("div", "class", "head").element("h3", trace.strategy(), "id", id(trace) + "-title");
        html.open("p", "class", "figure").element("b", Format.ms(trace.totalMs()));
        html.text(traced.floorMs() > 0 ? " " + Format.times(traced.timesFloor()) + " the floor" : "").close().close();
        html.open("figcaption").element("span", sentence(trace.summary()), "class", "summary").text(" ");
        html.element("span", "", "class", "works");
        if (traced.outOf() > 1) {
            html.text(" The median of " + traced.outOf() + " traced" + (set.underLoad() ? " under load." : "."));
        }
        html.close().element("div", "", "class", "drawing");
        Tables.folded(html, "Tasks of one request with " + trace.strategy() + ", in ms since it began", List.of(
                TableColumn.head("Task", Task::label),
                TableColumn.text("Thread", task -> task.isCall() && !trace.callsHoldThreads()
                        ? "none (" + task.thread() + " delivers)"
                        : task.thread()),
                ms("ready", Task::readyMs), ms("queued", Task::queueMs), ms("started", Task::startMs),
                ms("took", Task::runMs), ms("ended", Task::endMs)), trace.tasks());
        html.close();
    }

    private static TableColumn<Task> ms(String title, ToDoubleFunction<Task> time) {
        return TableColumn.number(title, "", task -> Format.number(time.applyAsDouble(task)));
    }

    private static void unanswered(Html html, TraceSet.Unanswered one) {
        html.open("div", "class", "waterfall unanswered").element("h3", one.strategy());
        html.element("p", "No traced request was answered: " + one.reason() + ".").close();
    }

    private static void repeat(Html html, TraceSet set) {
        html.section("repeat", "Repeat it", "");
        SettingsSection.command(html, set.command()).close();
        html.open("dl", "class", "reading");
        html.fact("Floor", "The slowest call (or the sum, where calls are made in turn) and the longest combination,"
                + " each at the best that was seen while nothing else ran. No strategy can be faster.");
        html.fact("Ready", "A call is ready when the request begins, a combination when the last of its calls has"
                + " ended, the join when the last combination has. From there to its start a task queues.");
        html.fact("A single request", "says how a strategy works, not how fast it is: ./birdseye compare measures"
                + " that.");
        html.close().close();
    }

    private static String id(RequestTrace trace) {
        return "trace-" + trace.strategy().replaceAll("[^A-Za-z0-9-]", "_");
    }

    private static String sentence(String text) {
        return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }
}
