package io.birdseye.cli.terminal;

import io.birdseye.loadtest.Progress;
import io.birdseye.model.TerminalText;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * One line that says how far a command has come and what is left, in minutes and seconds, and above it what is known so
 * far. A terminal shows both in place; in a log each step is a line of its own.
 */
public final class ProgressLine implements Progress, AutoCloseable {

    /** How much a command tells beside its result. */
    public enum Verbosity {
        /** The result alone. */
        QUIET,
        /** What will be done, and how far it has come. */
        NORMAL,
        /** Every step in a line of its own. */
        VERBOSE
    }

    private static final String ESCAPE = "\u001b[";
    private static final long EVERY_NANOS = 250_000_000;
    private static final int BAR = 20;

    private final String task;
    private final Verbosity verbosity;
    private final boolean drawn;
    private final boolean unicode;
    private final boolean colours;
    private final int columns;
    private final PrintStream screen;
    private List<String> above = List.of();
    private String lastStep = "";
    private long lastDrawn = System.nanoTime() - EVERY_NANOS;
    private boolean open;

    public ProgressLine(String task, Verbosity verbosity) {
        this(task, verbosity, Terminal.present(), Terminal.unicode(), Terminal.colours(), Terminal.columns(), System.err);
    }

    ProgressLine(
            String task, Verbosity verbosity, boolean present, boolean unicode, boolean colours, int columns, PrintStream screen) {
        this.task = task;
        this.verbosity = verbosity;
        this.drawn = present && verbosity == Verbosity.NORMAL;
        this.unicode = unicode;
        this.colours = colours;
        this.columns = columns;
        this.screen = screen;
    }

    @Override
    public synchronized void update(String named, double doneSeconds, double totalSeconds) {
        String phase = TerminalText.line(named);
        if (verbosity == Verbosity.QUIET) {
            return;
        }
        double left = totalSeconds - doneSeconds;
        if (drawn) {
            if (System.nanoTime() - lastDrawn >= EVERY_NANOS) {
                lastDrawn = System.nanoTime();
                draw(phase, doneSeconds / Math.max(1e-9, totalSeconds), left);
            }
            return;
        }
        String step = phase.contains(": ") && verbosity != Verbosity.VERBOSE ? phase.substring(0, phase.indexOf(": ")) : phase;
        if (!step.equals(lastStep)) {
            lastStep = step;
            screen.println(task + ": " + step + " (" + TimeNeeded.clock(left) + " left)");
        }
    }

    /** Whether {@link #show} draws; elsewhere {@link #tell} prints. */
    boolean draws() {
        return drawn;
    }

    /** Shows lines above the progress, in place of those shown before. */
    synchronized void show(List<String> lines) {
        clear();
        lines.forEach(screen::println);
        screen.flush();
        above = List.copyOf(lines);
    }

    /** Tells something in a line of its own where nothing is drawn. */
    synchronized void tell(String line) {
        if (!drawn && verbosity != Verbosity.QUIET) {
            screen.println(task + ": " + TerminalText.line(line));
        }
    }

    /** Says something that stays: in a line of its own, above what is drawn. */
    synchronized void say(String line) {
        if (verbosity != Verbosity.QUIET) {
            clear();
            screen.println(task + ": " + TerminalText.line(line));
        }
    }

    private void draw(String phase, double share, double left) {
        int full = (int) Math.round(BAR * Math.clamp(share, 0, 1));
        String bar = (unicode ? "█" : "#").repeat(full) + (unicode ? "░" : ".").repeat(BAR - full);
        String rest = String.format(Locale.ROOT, " %3.0f %%  %s left  ", 100 * Math.clamp(share, 0, 1), TimeNeeded.clock(left));
        String words = unicode ? phase : phase.replaceAll("[^\\x20-\\x7e]", "?");
        int room = Math.max(0, columns - 1 - BAR - rest.length());
        screen.print("\r" + (colours ? ESCAPE + "36m" + bar + ESCAPE + "0m" : bar) + rest
                + words.substring(0, Math.min(room, words.length())) + ESCAPE + "K");
        screen.flush();
        open = true;
    }

    private void clear() {
        if (open) {
            screen.print("\r" + ESCAPE + "K");
            open = false;
        }
        if (!above.isEmpty()) {
            screen.print(ESCAPE + above.size() + "A\r" + ESCAPE + "J");
            above = List.of();
        }
        screen.flush();
    }

    @Override
    public synchronized void close() {
        clear();
    }
}
