package io.birdseye.cli.command;

import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.TerminalTable;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What can be known of the terminal without asking it. */
public final class Terminal {

    private Terminal() {}

    /** The width that the start script passes on, or 120 where output goes to a file. */
    public static int columns() {
        String columns = System.getenv().getOrDefault("COLUMNS", "");
        return columns.matches("\\d{2,4}") ? Integer.parseInt(columns) : 120;
    }

    /** A comparison for this terminal. */
    static String table(ComparisonTable comparison) {
        return new TerminalTable(columns(), unicode()).render(comparison);
    }

    public static boolean unicode() {
        return System.out.charset().equals(StandardCharsets.UTF_8)
                || System.getenv().getOrDefault("LANG", "").toUpperCase(Locale.ROOT).contains("UTF-8");
    }

    /** Colours, unless output goes elsewhere or the user said no (no-color.org). */
    public static boolean colours() {
        return System.console() != null
                && System.console().isTerminal()
                && System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
    }
}
