package io.birdseye.report.page;

import io.birdseye.model.Format;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes HTML. All text and attribute values are escaped, and elements are closed in the order in which they were
 * opened, so that content from outside can neither become markup nor unbalance the page.
 */
public final class Html {

    private static final Set<String> VOID = Set.of("br", "hr", "input", "link", "meta");
    /** Behind these a line ends; within a line a space could be seen. */
    private static final Set<String> BLOCKS =
            Set.of("html", "head", "style", "script", "header", "section", "figure", "div", "table", "tr", "footer");

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    Html() {}

    /** Opens an element; attributes are names and values in turn, and those with a null value are left out. */
    public Html open(String tag, @Nullable String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            String value = attributes[i + 1];
            if (value != null) {
                out.append(' ').append(attributes[i]).append("=\"").append(escape(value)).append('"');
            }
        }
        out.append('>');
        if (!VOID.contains(tag)) {
            open.push(tag);
        }
        return this;
    }

    /** Closes the element that was opened last. */
    public Html close() {
        String tag = open.pop();
        out.append("</").append(tag).append(BLOCKS.contains(tag) ? ">\n" : ">");
        return this;
    }

    /** Text as it is, escaped. */
    public Html text(String text) {
        out.append(escape(text));
        return this;
    }

    /** An element that holds only text. */
    public Html element(String tag, String text, @Nullable String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Opens a section with its heading, and a sentence below it unless that is empty; the caller closes it. */
    public Html section(String id, String title, String lead) {
        open("section", "id", id, "aria-labelledby", id + "-title", "tabindex", "-1");
        element("h2", title, "id", id + "-title");
        return lead.isEmpty() ? this : element("p", lead, "class", "lead");
    }

    /** A name and its value within a {@code dl}. */
    public Html fact(String name, String value) {
        return open("div").element("dt", name).element("dd", value.isBlank() ? Format.NONE : value).close();
    }

    /** Our own style sheet, script or finished markup, or data without any {@code <}: never text from outside. */
    Html raw(String trusted) {
        out.append(trusted);
        return this;
    }

    /** @throws IllegalStateException if an element is still open */
    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;")
                .replaceAll("[\\x00-\\x08\\x0b-\\x1f]", "\uFFFD");
    }
}
