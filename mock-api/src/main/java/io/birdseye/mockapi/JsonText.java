package io.birdseye.mockapi;

/**
 * Writes the JSON of the data. A megabyte of it is made at every start, where a JSON library that is still cold
 * takes longer than all the rest of the start together.
 */
final class JsonText {

    private final StringBuilder text = new StringBuilder(1 << 16);

    JsonText beginArray() {
        return open('[');
    }

    JsonText endArray() {
        return close(']');
    }

    JsonText beginObject() {
        return open('{');
    }

    JsonText beginObject(String name) {
        name(name);
        text.append('{');
        return this;
    }

    JsonText endObject() {
        return close('}');
    }

    JsonText put(String name, int value) {
        name(name);
        text.append(value);
        return this;
    }

    /** @param value of plain letters; of all that JSON must escape, only line ends may be in it */
    JsonText put(String name, String value) {
        name(name);
        text.append('"').append(value.indexOf('\n') < 0 ? value : value.replace("\n", "\\n")).append('"');
        return this;
    }

    private void name(String name) {
        separate();
        text.append('"').append(name).append("\":");
    }

    private JsonText open(char bracket) {
        separate();
        text.append(bracket);
        return this;
    }

    private JsonText close(char bracket) {
        text.append(bracket);
        return this;
    }

    private void separate() {
        if (!text.isEmpty()) {
            char last = text.charAt(text.length() - 1);
            if (last != '{' && last != '[') {
                text.append(',');
            }
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
