package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.trace.RequestTrace.Task;
import io.birdseye.report.trace.RequestTrace;
import io.birdseye.report.trace.TraceSet.Traced;
import io.birdseye.report.trace.TraceSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Writes traces as one HTML page of pictures and tables, on one time axis. It needs no script, and its content security
 * policy allows none; nor any request.
 */
public final class TracePage {

    /** Behind the longest request, for what is written there. */
    private static final double ROOM_BEHIND = 1.15;

    private TracePage() {}

    /** The whole page. */
    public static String render(TraceSet set) {
        Html html = new Html();
        html.raw("<!DOCTYPE html>\n").open("html", "lang", "en").open("head").open("meta", "charset", "utf-8");
        html.open("meta", "http-equiv", "Content-Security-Policy", "content",
                "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'");
        html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.open("meta", "name", "color-scheme", "content", "light dark");
        html.open("meta", "name", "generator", "content", "Birdseye");
        html.element("title", "Birdseye: one request of " + set.traced().size()
                + (set.traced().size() == 1 ? " strategy" : " strategies"));
        html.open("style").raw(Assets.styleSheet()).raw(Assets.traceStyleSheet()).close().close().line();
        html.open("body").element("a", "Skip to the waterfalls", "class", "skip", "href", "#waterfalls").line();
        Waterfall.definitions(html);
        header(html, set);
        html.open("main", "id", "main");
        glance(html, set);
        html.open("section", "id", "waterfalls", "aria-labelledby", "waterfalls-title", "tabindex", "-1");
        html.element("h2", "Who does what, and who waits", "id", "waterfalls-title");
        legend(html);
        double scaleMs = set.longestMs() * ROOM_BEHIND;
        set.traced().forEach(traced -> figure(html, traced, scaleMs, set.underLoad()));
        set.unanswered().forEach(one -> unanswered(html, one));
        html.close();
        repeat(html, set);
        html.close();
        html.open("footer").element("p", "Made by Birdseye (Apache License 2.0).").close();
        return html.close().close().line().toString();
    }

    private static void header(Html html, TraceSet set) {
        html.open("header").open("p", "class", "brand").element("b", "Birdseye");
        html.text(" traced " + set.createdAt().replaceFirst("T(\\d\\d:\\d\\d).*", " $1 UTC")).close();
        html.element("h1", headline(set));
        html.element("p", "Each picture is one real request: four calls to upstreams, a combination for each pair of"
                + " them, and the join. The strategy decides only which thread does what, and who waits meanwhile."
                + (set.underLoad() ? " Other requests ran at the same time: hatching is the wait for a thread." : ""),
                "class", "lead");
        html.open("dl", "class", "facts");
        set.circumstances().forEach(fact -> fact(html, fact.name(), fact.value()));
        html.close().close().line();
    }

    private static String headline(TraceSet set) {
        String ways = set.traced().size() == 1 ? "One request" : "One request, "
                + Format.count(set.traced().size(), "way");
        if (set.traced().isEmpty()) {
            return "No traced request was answered";
        }
        Comparator<Traced> byTime = Comparator.comparingDouble(one -> one.trace().totalMs());
        Traced fastest = set.traced().stream().min(byTime).orElseThrow();
        Traced slowest = set.traced().stream().max(byTime).orElseThrow();
        String load = set.underLoad() ? ", under load" : "";
        return set.traced().size() == 1
                ? ways + load + ": " + told(fastest)
                : ways + load + ": from " + told(fastest) + " to " + told(slowest);
    }

    private static String told(Traced traced) {
        return Format.ms(traced.trace().totalMs()) + " with " + traced.trace().strategy();
    }

    /** All of them in one table, with a bar for the time and a tick for the floor. */
    private static void glance(Html html, TraceSet set) {
        html.open("section", "id", "glance", "aria-labelledby", "glance-title");
        html.element("h2", "At a glance", "id", "glance-title");
        html.element("p", "The fewer threads are held while nothing is computed, the more requests fit on a machine.",
                "class", "lead");
        Tables.open(html, "Each strategy's typical request", "glance");
        html.open("thead").open("tr");
        html.element("th", "Strategy", "scope", "col", "class", "sticky");
        html.element("th", "Time", "scope", "col");
        html.element("th", "Floors", "scope", "col", "class", "num");
        html.element("th", "HTTP thread", "scope", "col");
        html.element("th", "Threads at work", "scope", "col", "class", "num");
        html.element("th", "Queueing", "scope", "col", "class", "num");
        html.close().close().open("tbody");
        double longestMs = set.longestMs();
        for (Traced traced : set.traced()) {
            RequestTrace trace = traced.trace();
            html.open("tr").open("th", "scope", "row", "class", "sticky");
            html.element("a", trace.strategy(), "href", "#" + id(trace)).close();
            html.open("td", "class", "time").open("span", "class", "time-bar", "style", String.format(Locale.ROOT,
                    "--total:%.2f%%;--floor:%.2f%%", 100 * trace.totalMs() / longestMs,
                    100 * traced.floorMs() / longestMs), "aria-hidden", "true").close();
            html.element("span", Format.ms(trace.totalMs())).close();
            html.element("td", traced.floorMs() > 0 ? Format.times(traced.timesFloor()) : Format.NONE, "class", "num");
            Double released = trace.httpThreadReleasedMs();
            html.element("td", trace.httpThreadBlocked()
                    ? "held throughout" : released == null ? "released" : "released after " + Format.ms(released));
            html.element("td", String.valueOf(trace.threads()), "class", "num");
            html.element("td", trace.queueMs() < 0.5 ? "0 ms" : Format.ms(trace.queueMs()), "class", "num");
            html.close().line();
        }
        html.close();
        Tables.close(html);
        html.close().line();
    }

    private static void legend(Html html) {
        html.open("ul", "class", "legend-of-falls", "aria-label", "Legend");
        key(html, "run io", "call to an upstream; its thread sits and waits");
        key(html, "run wire", "call that holds no thread");
        key(html, "run cpu", "combination or join: computing");
        key(html, "wait", "ready, but queueing for a thread");
        key(html, "held", "HTTP thread held, doing nothing");
        html.close().line();
    }

    private static void key(Html html, String style, String text) {
        html.open("li").open("svg", "width", "34", "height", "18", "aria-hidden", "true", "focusable", "false");
        boolean thin = style.equals("held");
        html.open("rect", "class", style, "x", "1", "y", thin ? "4" : "2", "width", "32", "height", thin ? "10" : "14",
                "rx", "3", "fill", style.equals("wait") ? "url(#wait-io)" : null).close();
        html.close().text(text).close();
    }

    private static void figure(Html html, Traced traced, double scaleMs, boolean underLoad) {
        RequestTrace trace = traced.trace();
        html.open("figure", "class", "waterfall", "id", id(trace), "aria-labelledby", id(trace) + "-title");
        html.open("div", "class", "head").element("h3", trace.strategy(), "id", id(trace) + "-title");
        html.open("p", "class", "figure").element("b", Format.ms(trace.totalMs()));
        html.text(traced.floorMs() > 0 ? " " + Format.times(traced.timesFloor()) + " the floor" : "").close().close();
        html.open("figcaption").element("span", sentence(trace.summary()), "class", "summary");
        html.text(" " + Waterfall.sentences(trace));
        if (traced.outOf() > 1) {
            html.text(" The median of " + traced.outOf() + " traced" + (underLoad ? " under load." : "."));
        }
        html.close();
        new Waterfall(html, scaleMs).draw(traced);
        List<List<String>> rows = new ArrayList<>();
        for (Task task : trace.tasks()) {
            boolean wire = task.isCall() && !trace.callsHoldThreads();
            rows.add(List.of(task.label(), wire ? "none (" + task.thread() + " delivers)" : task.thread(),
                    Format.number(task.readyMs()), Format.number(task.queueMs()), Format.number(task.startMs()),
                    Format.number(task.runMs()), Format.number(task.endMs())));
        }
        Tables.folded(html, "Tasks of one request with " + trace.strategy() + ", in ms since it began",
                List.of("Task", "Thread", "ready", "queued", "started", "took", "ended"), rows);
        html.close().line();
    }

    private static void unanswered(Html html, TraceSet.Unanswered one) {
        html.open("div", "class", "waterfall unanswered").element("h3", one.strategy());
        html.element("p", "No traced request was answered: " + one.reason() + ".").close().line();
    }

    private static void repeat(Html html, TraceSet set) {
        html.open("section", "id", "repeat", "aria-labelledby", "repeat-title");
        html.element("h2", "Repeat it", "id", "repeat-title");
        html.open("div", "class", "command").open("pre", "tabindex", "0", "aria-label", "The command that repeats this")
                .element("code", set.command()).close().close();
        html.open("dl", "class", "reading");
        fact(html, "Floor", "The slowest call (or the sum, where calls are made in turn) and the longest combination,"
                + " each at the best that was seen while nothing else ran. No strategy can be faster.");
        fact(html, "Ready", "A call is ready when the request begins, a combination when the last of its calls has"
                + " ended, the join when the last combination has. From there to its start a task queues.");
        fact(html, "A single request", "says how a strategy works, not how fast it is: " + "./birdseye compare"
                + " measures that.");
        html.close().close().line();
    }

    private static void fact(Html html, String name, String value) {
        html.open("div").element("dt", name).element("dd", value.isBlank() ? Format.NONE : value).close();
    }

    private static String id(RequestTrace trace) {
        return "trace-" + trace.strategy().replaceAll("[^A-Za-z0-9-]", "_");
    }

    private static String sentence(String text) {
        return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }
}
