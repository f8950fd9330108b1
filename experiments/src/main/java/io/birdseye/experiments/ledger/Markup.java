package io.birdseye.experiments.ledger;

import org.jspecify.annotations.Nullable;

/** Writes HTML and SVG; all text and attribute values are escaped. */
final class Markup {

    private final StringBuilder out = new StringBuilder();

    /** Opens an element; attributes are names and values in turn. */
    Markup open(String tag, Object... attributes) {
        return tag(tag, ">", attributes);
    }

    /** An element without content. */
    Markup empty(String tag, Object... attributes) {
        return tag(tag, "/>", attributes);
    }

    /** An element with text only. */
    Markup element(String tag, String text, Object... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    Markup close(String tag) {
        out.append("</").append(tag).append(">\n");
        return this;
    }

    Markup text(@Nullable String text) {
        out.append(escape(text == null ? "" : text));
        return this;
    }

    /** Our own style sheet or finished markup, never text from outside. */
    Markup raw(String trusted) {
        out.append(trusted);
        return this;
    }

    private Markup tag(String tag, String end, Object... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"").append(escape(attributes[i + 1].toString()))
                    .append('"');
        }
        out.append(end);
        return this;
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
