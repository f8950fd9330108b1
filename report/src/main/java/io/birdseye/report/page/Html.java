package io.birdseye.report.page;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes HTML. All text and attribute values are escaped, and elements are closed in the order in which they were
 * opened, so that content from outside can neither become markup nor unbalance the page.
 */
final class Html {

    private static final Set<String> VOID = Set.of("br", "hr", "input", "link", "meta");

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element; attributes are names and values in turn, and those with a null value are left out. */
    Html open(String tag, @Nullable String... attributes) {
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
    Html close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    Html text(String text) {
        out.append(escape(text));
        return this;
    }

    /** An element that holds only text. */
    Html element(String tag, String text, @Nullable String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** Our own style sheet or script, or data in which no {@code <} is left: never text from outside. */
    Html raw(String trusted) {
        out.append(trusted);
        return this;
    }

    Html line() {
        out.append('\n');
        return this;
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return out.toString();
    }

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
            }
        }
        return escaped.toString();
    }
}
