package io.birdseye.model;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes characters visible that would steer a terminal instead of being shown: files, names of folders, addresses and
 * messages of other programs may hold them. Whatever prints text from outside passes it through here.
 */
public final class TerminalText {

    /**
     * Controls (C0, DEL and C1, which begin escape sequences), format characters (which turn the direction of text or
     * have no width), separators of lines and paragraphs, and halves of characters.
     */
    private static final Pattern STEERING = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}&&[^\\n\\t]]");

    private TerminalText() {}

    /** The text with each such character as Java writes it, for example {@code \}{@code u001b}; line feeds and tabs stay. */
    public static String visible(String text) {
        return STEERING.matcher(text).replaceAll(found -> found.group()
                .chars()
                .mapToObj(unit -> Format.text("\\\\u%04x", unit))
                .collect(Collectors.joining()));
    }

    /** The same as one line: a line feed and a tab become visible, too. */
    public static String line(String text) {
        return visible(text).replace("\n", "\\n").replace("\t", "\\t");
    }
}
