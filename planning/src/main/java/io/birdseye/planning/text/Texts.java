package io.birdseye.planning.text;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.stream.Collectors;

/**
 * Figures as plain text: the files in {@code src/main/jte}, which the build compiles to classes of this package. Blank
 * lines of a template do not show, so that it may have them around its conditions; a line with {@code ¶} is an empty
 * one.
 */
public final class Texts {

    private static final String EMPTY_LINE = "¶";
    private static final TemplateEngine ENGINE =
            TemplateEngine.createPrecompiled(null, ContentType.Plain, null, Texts.class.getPackageName());

    private Texts() {}

    public static String render(String template, Object model) {
        StringOutput text = new StringOutput();
        ENGINE.render(template, model, text);
        return text.toString().lines()
                .filter(line -> !line.isBlank())
                .map(line -> line.equals(EMPTY_LINE) ? "\n" : line + "\n")
                .collect(Collectors.joining());
    }
}
