package io.birdseye.report.trace;

import io.birdseye.model.Format;
import io.birdseye.report.trace.RequestTrace.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Draws a waterfall with characters. Bars are blocks, queueing is hatched, more densely for a pool, dots are an HTTP thread that is held and
 * does nothing. Colours tell the groups apart; without them the labels still do.
 */
public final class TerminalWaterfall {

    private static final int LABEL_WIDTH = 26;
    private static final int MIN_CHART_WIDTH = 30;
    private static final char RUNNING = '█';
    private static final char QUEUEING = '░';
    private static final char WAITING = '▒';
    private static final char HELD = '·';
    /** What a name may stand on. */
    private static final String FREE = " " + QUEUEING + HELD;
    private static final String RESET = "\u001b[0m";
    private static final String DIM = "\u001b[2m";
    private static final String BOLD = "\u001b[1m";

    /** Blue, orange, green, pink, grey: told apart by people who see colours differently (Okabe and Ito, 2008). */
    private static final int[] GROUP_COLOURS = {75, 214, 78, 175, 250};

    private final int chartWidth;
    private final boolean colours;
    private final double scaleMs;

    /**
     * @param columns of the terminal
     * @param scaleMs what the whole width stands for, so that several waterfalls can be held against one another
     */
    public TerminalWaterfall(int columns, boolean colours, double scaleMs) {
        this.chartWidth = Math.max(MIN_CHART_WIDTH, columns - LABEL_WIDTH - 1);
        this.colours = colours;
        this.scaleMs = Math.max(1, scaleMs);
    }

    /** Lines, the first of which names the strategy. They steer a terminal by their colours only. */
    public List<String> draw(RequestTrace measured) {
        RequestTrace trace = measured.visible();
        List<String> lines = new ArrayList<>();
        lines.add(style(BOLD, trace.strategy()) + "  " + trace.summary());
        lines.add(" ".repeat(LABEL_WIDTH) + style(DIM, axis()));
        Lane.of(trace).forEach(lane -> lane(lane, trace, lines));
        String total = Format.text("%.0f ms in all; %.0f ms of queueing, summed over tasks", trace.totalMs(), trace.queueMs());
        int indent = Math.clamp(LABEL_WIDTH + chartWidth - total.length(), 0, LABEL_WIDTH);
        lines.add(" ".repeat(indent) + style(DIM, total));
        return lines;
    }

    private void lane(Lane lane, RequestTrace trace, List<String> lines) {
        String name = lane.holder() == Lane.Holder.NO_THREAD ? "on the wire, no thread" : lane.name();
        if (lane.rows().isEmpty() && lane.holder() == Lane.Holder.RELEASED_HTTP_THREAD) {
            Double ms = trace.httpThreadReleasedMs();
            String released = ms == null ? "released" : Format.text("released after %.1f ms", ms);
            lines.add(label(name) + style(DIM, released));
            return;
        }
        double heldMs = lane.holder() == Lane.Holder.HELD_HTTP_THREAD ? trace.totalMs() : 0;
        lines.add(label(name) + row(lane.rows().isEmpty() ? List.of() : lane.rows().getFirst(), heldMs));
        lane.rows().stream().skip(1).forEach(row -> lines.add(label("") + row(row, 0)));
    }

    private String axis() {
        StringBuilder axis = new StringBuilder(" ".repeat(chartWidth));
        double step = niceStep(scaleMs / Math.max(2, chartWidth / 14));
        for (double at = 0; at <= scaleMs; at += step) {
            String tick = "│" + Format.text("%.0f", at) + (at == 0 ? " ms" : "");
            int end = column(at) + tick.length();
            if (end <= chartWidth) {
                axis.replace(column(at), end, tick);
            }
        }
        return axis.toString();
    }

    /** The next of 1, 2, 5, 10, 20, 50 … that is not below the value. */
    private static double niceStep(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        return DoubleStream.of(1, 2, 5).map(factor -> factor * power).filter(step -> step >= value).findFirst()
                .orElse(10 * power);
    }

    private static String label(String thread) {
        String text = thread.length() > LABEL_WIDTH - 3 ? thread.substring(0, LABEL_WIDTH - 4) + "…" : thread;
        return "  " + text + " ".repeat(LABEL_WIDTH - 2 - text.length());
    }

    private String row(List<Task> tasks, double heldMs) {
        char[] cells = new char[chartWidth];
        int[] colour = new int[chartWidth];
        Arrays.fill(cells, ' ');
        Arrays.fill(cells, 0, column(heldMs), HELD);
        for (Task task : tasks) {
            int last = GROUP_COLOURS.length - 1;
            int ready = Math.min(column(task.readyMs()), start(task));
            Arrays.fill(colour, ready, end(task), GROUP_COLOURS[task.group() < 0 ? last : task.group() % last]);
            Arrays.fill(cells, ready, Math.min(column(task.startMs()), start(task)), QUEUEING);
            Arrays.fill(cells, Math.min(column(task.startMs()), start(task)), start(task), WAITING);
            Arrays.fill(cells, start(task), end(task), RUNNING);
        }
        tasks.forEach(task -> name(cells, colour, task));
        return paint(cells, colour);
    }

    /** Names a task inside its bar where there is room, else behind it, else before it. */
    private void name(char[] cells, int[] colour, Task task) {
        String text = " " + task.label() + " " + Math.round(task.runMs()) + " ms " + (task.again().isEmpty() ? "" : task.again() + " ");
        int length = text.length();
        boolean fits = end(task) - start(task) >= length + 2;
        IntStream.of(fits ? start(task) + 1 : end(task), start(task) - length)
                .filter(at -> fits || free(cells, at, at + length))
                .findFirst()
                .ifPresent(at -> {
                    text.getChars(0, length, cells, at);
                    Arrays.fill(colour, at, at + length, 0);
                });
    }

    private static boolean free(char[] cells, int from, int to) {
        return from >= 0 && to <= cells.length && IntStream.range(from, to).allMatch(i -> FREE.indexOf(cells[i]) >= 0);
    }

    private String paint(char[] cells, int[] colour) {
        StringBuilder line = new StringBuilder();
        int current = 0;
        for (int i = 0; i < cells.length; i++) {
            if (colours && colour[i] != current) {
                line.append(colour[i] == 0 ? RESET : "\u001b[38;5;" + colour[i] + "m");
                current = colour[i];
            }
            line.append(cells[i]);
        }
        return (current == 0 ? line : line.append(RESET)).toString().stripTrailing();
    }

    private int start(Task task) {
        return Math.min(column(task.placedMs()), chartWidth - 1);
    }

    private int end(Task task) {
        return Math.max(start(task) + 1, column(task.endMs()));
    }

    private int column(double ms) {
        return (int) Math.round(Math.clamp(ms / scaleMs, 0, 1) * chartWidth);
    }

    private String style(String code, String text) {
        return colours ? code + text + RESET : text;
    }

    /**
     * The tasks of a request on one thread, or on the wire. There are several rows where tasks that run one after another
     * were ready at the same time: their queueing overlaps, and would be hidden behind the bars in a single row.
     *
     * @param rows each a list of tasks that do not overlap, queueing included
     */
    private record Lane(String name, Holder holder, List<List<Task>> rows) {

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
                    .findFirst().ifPresentOrElse(row -> row.add(task), () -> rows.add(new ArrayList<>(List.of(task))));
        }
    }
}
