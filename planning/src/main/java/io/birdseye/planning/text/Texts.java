package io.birdseye.planning.text;

import io.birdseye.report.page.Templates;
import java.util.stream.Collectors;

/**
 * Figures as plain text, by the templates in {@code src/main/jte}. Blank lines of a template do not show, so that it
 * may have them around its conditions; a line with {@code ¶} is an empty one.
 */
public final class Texts {

    private static final String EMPTY_LINE = "¶";

    private Texts() {}

    public static String render(String template, Object model) {
        return Templates.plain(Texts.class, template, model).lines()
                .filter(line -> !line.isBlank())
                .map(line -> line.equals(EMPTY_LINE) ? "\n" : line + "\n")
                .collect(Collectors.joining());
    }
}
