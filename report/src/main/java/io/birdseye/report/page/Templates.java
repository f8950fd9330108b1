package io.birdseye.report.page;

import gg.jte.Content;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/**
 * The markup of the pages: the files in a module's {@code src/main/jte}, which its build compiles to classes. They
 * escape all text and attribute values, so that content from outside cannot become markup.
 */
public final class Templates {

    static final Templates OWN = new Templates(Templates.class);

    private final TemplateEngine engine;

    /** @param owner a class of the package into which the build compiles the templates */
    public Templates(Class<?> owner) {
        engine = TemplateEngine.createPrecompiled(null, ContentType.Html, null, owner.getPackageName());
    }

    public Content content(String template, Object model) {
        return output -> engine.render(template, model, output);
    }

    Content content(String template, Map<String, Object> parameters) {
        return output -> engine.render(template, parameters, output);
    }

    /** A text that is no markup, such as Markdown: nothing is escaped. The owner is as that of the others. */
    public static String plain(Class<?> owner, String template, Object model) {
        StringOutput output = new StringOutput();
        TemplateEngine.createPrecompiled(null, ContentType.Plain, null, owner.getPackageName())
                .render(template, model, output);
        return output.toString();
    }

    public static String text(Content content) {
        StringOutput output = new StringOutput();
        content.writeTo(output);
        return output.toString();
    }
}
