package io.birdseye.cli.terminal;

import io.birdseye.report.table.TerminalTable;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What can be known of the terminal without asking it. */
public final class Terminal {

    private Terminal() {}

    /** The width that the start script passes on, or 120 where output goes to a file. */
    public static int columns() {
        return size("COLUMNS", 120);
    }

    /** The height that the start script passes on, or 24. */
    static int lines() {
        return size("LINES", 24);
    }

    private static int size(String variable, int otherwise) {
        String size = System.getenv().getOrDefault(variable, "");
        return size.matches("\\d{2,4}") ? Integer.parseInt(size) : otherwise;
    }

    /** Tables for this terminal, of what decides or of all that is known. */
    public static TerminalTable tables(boolean whole) {
        return new TerminalTable(columns(), unicode(), whole);
    }

    /** Whether it shows more than ASCII: as the locale says, in the order in which C programs ask. */
    public static boolean unicode() {
        return unicode(System.getenv("LC_ALL"), System.getenv("LC_CTYPE"), System.getenv("LANG"));
    }

    static boolean unicode(@Nullable String... locales) {
        for (String locale : locales) {
            if (locale != null && !locale.isEmpty()) {
                return locale.toUpperCase(Locale.ROOT).matches(".*UTF-?8.*");
            }
        }
        return System.out.charset().equals(StandardCharsets.UTF_8) && System.getProperty("os.name").startsWith("Mac");
    }

    /** Whether output goes to a terminal, where a line can be drawn again in its place. */
    public static boolean present() {
        return System.console() != null && System.console().isTerminal()
                && !System.getenv().getOrDefault("TERM", "").equals("dumb");
    }

    /** Colours, unless output goes elsewhere or the user said no (no-color.org). */
    public static boolean colours() {
        return present() && System.getenv().getOrDefault("NO_COLOR", "").isEmpty();
    }
}
