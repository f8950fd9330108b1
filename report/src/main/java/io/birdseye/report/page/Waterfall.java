package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.trace.Lanes;
import io.birdseye.report.trace.RequestTrace.Task;
import io.birdseye.report.trace.RequestTrace;
import io.birdseye.report.trace.TerminalWaterfall;
import io.birdseye.report.trace.TraceSet.Traced;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws one request as SVG. Everything across is in per cent and everything down in pixels, so that the picture takes
 * the width it is given and its text stays as large as the page's.
 */
final class Waterfall {

    private static final int TOP = 26;
    private static final int BOTTOM = 24;
    private static final int ROW = 26;
    private static final int BAR = 20;
    private static final int LANE_GAP = 10;
    /** The width of a letter in per cent of a chart as wide as on a laptop. */
    private static final double LETTER = 0.78;
    private static final double THINNEST = 0.25;

    private final Html html;
    private final double scaleMs;

    /** @param scaleMs what the whole width stands for */
    Waterfall(Html html, double scaleMs) {
        this.html = html;
        this.scaleMs = Math.max(scaleMs, 1e-3);
    }

    /** The hatchings and arrows, once for the whole page. */
    static void definitions(Html html) {
        html.open("svg", "class", "definitions", "width", "0", "height", "0", "aria-hidden", "true", "focusable",
                "false").open("defs");
        for (String kind : List.of("io", "cpu")) {
            html.open("pattern", "id", "wait-" + kind, "width", "6", "height", "6", "patternUnits", "userSpaceOnUse",
                    "patternTransform", "rotate(45)");
            html.open("line", "class", "hatch-" + kind, "x1", "1.5", "y1", "0", "x2", "1.5", "y2", "6").close().close();
        }
        html.close().close().line();
    }

    void draw(Traced traced) {
        RequestTrace trace = traced.trace();
        List<Lanes.Lane> lanes = Lanes.of(trace);
        int height = TOP + BOTTOM + lanes.stream().mapToInt(Waterfall::height).sum();
        html.open("div", "class", "fall", "role", "img", "aria-label", description(traced));
        html.open("div", "class", "lanes");
        for (Lanes.Lane lane : lanes) {
            html.open("div", "class", "lane-name", "style", "height:" + height(lane) + "px", "title", lane.name());
            switch (lane.holder()) {
                case HELD_HTTP_THREAD, RELEASED_HTTP_THREAD ->
                    html.element("b", lane.name()).element("span", "took the request in");
                case WORKER -> html.element("b", lane.name());
                case NO_THREAD -> html.element("i", "on the wire").element("span", "no thread waits");
            }
            html.close();
        }
        html.close();
        html.open("svg", "class", "picture-of-request", "width", "100%", "height", String.valueOf(height),
                "aria-hidden", "true", "focusable", "false");
        axis(height);
        int y = TOP;
        for (Lanes.Lane lane : lanes) {
            lane(lane, trace, y);
            y += height(lane);
        }
        marks(traced, height);
        html.close().close().line();
    }

    private static int height(Lanes.Lane lane) {
        return Math.max(1, lane.rows().size()) * ROW + LANE_GAP;
    }

    /** What the picture shows, for those who do not see it. */
    static String description(Traced traced) {
        RequestTrace trace = traced.trace();
        return "Waterfall of one request with " + trace.strategy() + ": " + Format.ms(trace.totalMs()) + " in all"
                + (traced.floorMs() > 0 ? ", " + Format.times(traced.timesFloor()) + " the floor" : "") + ". "
                + sentences(trace) + " The table below it has all times.";
    }

    static String sentences(RequestTrace trace) {
        Double released = trace.httpThreadReleasedMs();
        String http = trace.httpThreadBlocked()
                ? "The HTTP thread is held from beginning to end."
                : "The HTTP thread is free for other requests"
                        + (released == null ? "." : " after " + Format.ms(released) + ".");
        String threads = trace.callsHoldThreads()
                ? Format.count(trace.threads(), "thread") + " at work."
                : "No thread waits for the calls; " + Format.count(trace.threads(), "thread") + " at work.";
        String queue = trace.queueMs() < 1
                ? "Nothing queues."
                : "Tasks queue for a thread for " + Format.ms(trace.queueMs()) + " in all.";
        return http + " " + threads + " " + queue;
    }

    private void axis(int height) {
        double step = TerminalWaterfall.niceStep(scaleMs / 9);
        for (int i = 0; i * step <= scaleMs * 0.97; i++) {
            double at = i * step;
            line("grid", at, TOP - 4, height - BOTTOM + 4);
            html.element("text", Format.setting(at) + (i == 0 ? " ms" : ""), "class", "tick", "x", x(at), "y",
                    String.valueOf(height - 6), "text-anchor", i == 0 ? "start" : "middle");
        }
    }

    private void marks(Traced traced, int height) {
        double floorMs = traced.floorMs();
        double totalMs = traced.trace().totalMs();
        line("answer", totalMs, 14, height - BOTTOM + 4);
        label("answer-text", totalMs, 4, "start", 14, "answer " + Format.ms(totalMs));
        if (floorMs > 0) {
            line("floor", floorMs, 14, height - BOTTOM + 4);
            label("floor-text", floorMs, -4, "end", 14, "floor " + Format.ms(floorMs));
        }
    }

    private void lane(Lanes.Lane lane, RequestTrace trace, int top) {
        int height = height(lane) - LANE_GAP / 2;
        rect("lane", 0, trace.totalMs(), top, height);
        int y = top + (height - Math.max(1, lane.rows().size()) * ROW + ROW - BAR) / 2;
        switch (lane.holder()) {
            case HELD_HTTP_THREAD -> held(lane, trace, y);
            case RELEASED_HTTP_THREAD -> released(lane, trace, y);
            case WORKER, NO_THREAD -> {}
        }
        for (List<Task> row : lane.rows()) {
            row(row, lane.holder(), trace, y);
            y += ROW;
        }
    }

    private void held(Lanes.Lane lane, RequestTrace trace, int y) {
        rect("held", 0, trace.totalMs(), y + 3, BAR - 6);
        double firstMs = lane.rows().stream()
                .mapToDouble(row -> row.getFirst().readyMs())
                .min()
                .orElse(trace.totalMs());
        for (String text : List.of("HTTP thread waits", "waits")) {
            if (share(firstMs) > text.length() * LETTER + 2) {
                label("held-text", 0, 8, "start", y + 14, text);
                return;
            }
        }
    }

    private void released(Lanes.Lane lane, RequestTrace trace, int y) {
        Double ms = trace.httpThreadReleasedMs();
        if (ms == null) {
            return;
        }
        rect("held", 0, ms, y + 3, BAR - 6);
        double neededMs = 30 * LETTER / 100 * scaleMs;
        if (lane.rows().stream().allMatch(row -> row.getFirst().readyMs() > ms + neededMs)) {
            label("held-text", ms, 8, "start", y + 14, "free for other requests after " + Format.ms(ms));
        }
    }

    private void row(List<Task> row, Lanes.Holder holder, RequestTrace trace, int y) {
        for (Task task : row) {
            String kind = task.isCall() ? "io" : "cpu";
            String tone = holder == Lanes.Holder.NO_THREAD ? "wire" : kind;
            html.open("g").element("title", title(task));
            if (share(task.queueMs()) > THINNEST / 2) {
                html.open("rect", "class", "wait", "x", x(task.readyMs()), "y", String.valueOf(y + 2), "width",
                        percent(share(task.queueMs())), "height", String.valueOf(BAR - 4), "fill",
                        "url(#wait-" + kind + ")").close();
            }
            rect("run " + tone, task.startMs(), Math.max(task.runMs(), THINNEST * scaleMs / 100), y, BAR);
            html.close();
        }
        List<double[]> taken = new ArrayList<>();
        row.forEach(task -> taken.add(new double[] {share(task.readyMs()), share(task.endMs())}));
        double answer = share(trace.totalMs());
        taken.add(new double[] {answer - 0.4, answer + 0.4});
        row.forEach(task -> name(task, holder, taken, answer + 0.4, y));
    }

    /** Inside the bar where there is room, else on its hatching, behind it, behind the answer's line or before it. */
    private void name(Task task, Lanes.Holder holder, List<double[]> taken, double answer, int y) {
        String text = task.label() + " " + Format.ms(task.runMs());
        double needed = text.length() * LETTER + 0.8;
        double start = share(task.startMs());
        double end = share(task.endMs());
        String tone = holder == Lanes.Holder.NO_THREAD ? "wire" : task.isCall() ? "io" : "cpu";
        if (end - start >= Math.min(needed, 9)) {
            // A picture inside the picture cuts off what does not fit.
            html.open("svg", "x", percent(start), "y", String.valueOf(y), "width", percent(end - start), "height",
                    String.valueOf(BAR));
            html.element("text", text, "class", "on-" + tone, "x", "7", "y", "14").close();
        } else if (start - share(task.readyMs()) > needed) {
            label("beside", task.startMs(), -5, "end", y + 14, text);
        } else if (free(taken, end, end + needed)) {
            label("beside", task.endMs(), 5, "start", y + 14, text);
            taken.add(new double[] {end, end + needed});
        } else if (answer - end < 4 && free(taken, answer, answer + needed)) {
            label("beside", answer * scaleMs / 100, 2, "start", y + 14, text);
            taken.add(new double[] {answer, answer + needed});
        } else if (free(taken, Math.max(0, share(task.readyMs()) - needed), share(task.readyMs()))
                && share(task.readyMs()) > needed) {
            label("beside", task.readyMs(), -5, "end", y + 14, text);
            taken.add(new double[] {share(task.readyMs()) - needed, share(task.readyMs())});
        }
    }

    private static boolean free(List<double[]> taken, double from, double to) {
        return to <= 100 && taken.stream().noneMatch(range -> from < range[1] - 1e-9 && range[0] + 1e-9 < to);
    }

    private static String title(Task task) {
        return task.label() + " on " + task.thread() + ": "
                + (task.queueMs() >= 0.05 ? "queued " + Format.ms(task.queueMs()) + ", then " : "")
                + (task.isCall() ? "called for " : "computed for ") + Format.ms(task.runMs());
    }

    private void line(String style, double atMs, int from, int to) {
        html.open("line", "class", style, "x1", x(atMs), "x2", x(atMs), "y1", String.valueOf(from), "y2",
                String.valueOf(to)).close();
    }

    private void rect(String style, double fromMs, double widthMs, int y, int height) {
        html.open("rect", "class", style, "x", x(fromMs), "y", String.valueOf(y), "width", percent(share(widthMs)),
                "height", String.valueOf(height), "rx", style.equals("lane") ? "6" : "3").close();
    }

    private void label(String style, double atMs, int dx, String anchor, int y, String text) {
        html.element("text", text, "class", style, "x", x(atMs), "dx", String.valueOf(dx), "y", String.valueOf(y),
                "text-anchor", anchor);
    }

    private double share(double ms) {
        return Math.clamp(100 * ms / scaleMs, 0, 100);
    }

    private String x(double ms) {
        return percent(share(ms));
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.3f%%", value);
    }
}
