package io.birdseye.report.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Draws a waterfall with characters. Bars are blocks, queueing is hatched, dots are an HTTP thread that is held and
 * does nothing. Colours tell the groups apart; without them the labels still do.
 */
public final class TerminalWaterfall {

    private static final int LABEL_WIDTH = 26;
    private static final int MIN_CHART_WIDTH = 30;
    private static final char RUNNING = '█';
    private static final char QUEUEING = '░';
    private static final char HELD = '·';
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

    /** Lines, the first of which names the strategy. */
    public List<String> draw(RequestTrace trace) {
        List<String> lines = new ArrayList<>();
        lines.add(style(BOLD, trace.strategy()) + "  " + trace.summary());
        lines.add(" ".repeat(LABEL_WIDTH) + style(DIM, axis()));
        for (Lanes.Lane lane : Lanes.of(trace)) {
            lane(lane, trace, lines);
        }
        lines.add(total(trace));
        return lines;
    }

    private void lane(Lanes.Lane lane, RequestTrace trace, List<String> lines) {
        String label = switch (lane.holder()) {
            case HELD_HTTP_THREAD, RELEASED_HTTP_THREAD, WORKER -> lane.name();
            case NO_THREAD -> "on the wire, no thread";
        };
        if (lane.rows().isEmpty() && lane.holder() == Lanes.Holder.RELEASED_HTTP_THREAD) {
            lines.add(label(label) + style(DIM, released(trace)));
            return;
        }
        List<List<RequestTrace.Task>> rows = lane.rows().isEmpty() ? List.of(List.of()) : lane.rows();
        for (List<RequestTrace.Task> row : rows) {
            boolean held = lane.holder() == Lanes.Holder.HELD_HTTP_THREAD && row == rows.getFirst();
            lines.add(label(label) + row(row, held ? trace.totalMs() : 0));
            label = "";
        }
    }

    private static String released(RequestTrace trace) {
        Double ms = trace.httpThreadReleasedMs();
        return ms == null ? "released" : String.format(Locale.ROOT, "released after %.1f ms", ms);
    }

    private String total(RequestTrace trace) {
        String text = String.format(
                Locale.ROOT, "%.0f ms in all; %.0f ms of tasks queueing", trace.totalMs(), trace.queueMs());
        int indent = Math.min(LABEL_WIDTH, Math.max(0, LABEL_WIDTH + chartWidth - text.length()));
        return " ".repeat(indent) + style(DIM, text);
    }

    private String axis() {
        char[] axis = " ".repeat(chartWidth).toCharArray();
        double step = niceStep(scaleMs / Math.max(2, chartWidth / 14));
        for (double at = 0; at <= scaleMs; at += step) {
            String tick = "│" + String.format(Locale.ROOT, "%.0f", at) + (at == 0 ? " ms" : "");
            int column = column(at);
            if (column + tick.length() <= chartWidth) {
                tick.getChars(0, tick.length(), axis, column);
            }
        }
        return new String(axis);
    }

    /** The next of 1, 2, 5, 10, 20, 50 … that is not below the value. */
    public static double niceStep(double value) {
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= value) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private String label(String thread) {
        String text = thread.length() > LABEL_WIDTH - 3 ? thread.substring(0, LABEL_WIDTH - 4) + "…" : thread;
        return "  " + text + " ".repeat(LABEL_WIDTH - 2 - text.length());
    }

    private String row(List<RequestTrace.Task> tasks, double heldMs) {
        char[] cells = new char[chartWidth];
        int[] colour = new int[chartWidth];
        Arrays.fill(cells, ' ');
        Arrays.fill(cells, 0, column(heldMs), HELD);
        for (RequestTrace.Task task : tasks) {
            int last = GROUP_COLOURS.length - 1;
            int hue = GROUP_COLOURS[task.group() < 0 ? last : task.group() % last];
            int start = Math.min(column(task.startMs()), chartWidth - 1);
            int end = Math.max(start + 1, column(task.endMs()));
            fill(cells, colour, column(task.readyMs()), start, QUEUEING, hue);
            fill(cells, colour, start, end, RUNNING, hue);
        }
        for (RequestTrace.Task task : tasks) {
            write(cells, colour, task);
        }
        return paint(cells, colour);
    }

    private static void fill(char[] cells, int[] colour, int from, int to, char what, int hue) {
        for (int i = Math.max(0, from); i < Math.min(to, cells.length); i++) {
            cells[i] = what;
            colour[i] = hue;
        }
    }

    /** Inside the bar where there is room, else behind it, else before it. */
    private void write(char[] cells, int[] colour, RequestTrace.Task task) {
        String text = " " + task.label() + " " + Math.round(task.runMs()) + " ms ";
        int start = Math.min(column(task.startMs()), chartWidth - 1);
        int end = Math.min(Math.max(start + 1, column(task.endMs())), chartWidth);
        int at = end - start >= text.length() + 2 ? start + 1 : end;
        if (at == end && !free(cells, at, text.length())) {
            at = start - text.length();
            if (!free(cells, at, text.length())) {
                return;
            }
        }
        for (int i = 0; i < text.length(); i++) {
            cells[at + i] = text.charAt(i);
            colour[at + i] = 0;
        }
    }

    private static boolean free(char[] cells, int from, int length) {
        for (int i = from; i < from + length; i++) {
            if (i < 0 || i >= cells.length || (cells[i] != ' ' && cells[i] != HELD && cells[i] != QUEUEING)) {
                return false;
            }
        }
        return true;
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

    private int column(double ms) {
        return (int) Math.round(Math.clamp(ms / scaleMs, 0, 1) * chartWidth);
    }

    private String style(String code, String text) {
        return colours ? code + text + RESET : text;
    }
}
