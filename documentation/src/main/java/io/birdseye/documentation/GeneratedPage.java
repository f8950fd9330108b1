package io.birdseye.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A page that is generated, or one in which the text between two marks is. A page with several such texts is listed once
 * for each of them.
 *
 * @param name what the test shows
 * @param generate makes the page that should be of the one that is there
 */
record GeneratedPage(Path file, String name, UnaryOperator<String> generate) {

    static final String COMMAND = "docs/generate";
    static final String NOTE = "<!-- Written by " + COMMAND + ". Do not edit. -->\n\n";

    static GeneratedPage whole(Path file, String text) {
        return new GeneratedPage(file, file.getFileName().toString(), _ -> text.stripTrailing() + "\n");
    }

    /** Replaces what stands between the first of these marks and the next end mark. */
    static String between(String page, String begin, String end, String text) {
        int from = page.indexOf(begin) + begin.length();
        int to = page.indexOf(end, from);
        if (from < begin.length() || to < 0) {
            throw new IllegalStateException("a page lacks '" + begin.strip() + "' or '" + end.strip() + "' behind it");
        }
        return page.substring(0, from) + text.strip() + page.substring(to);
    }

    /** Writes the page where it is stale, and returns whether it was. */
    boolean write() throws IOException {
        String committed = Files.exists(file) ? Files.readString(file) : "";
        String generated = generate.apply(committed);
        if (!generated.equals(committed)) {
            Files.writeString(file, generated);
        }
        return !generated.equals(committed);
    }

    @Override
    public String toString() {
        return name;
    }
}
