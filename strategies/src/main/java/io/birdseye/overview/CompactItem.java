package io.birdseye.overview;

/**
 * Walks in one pass over an object as upstreams write them: no whitespace, strings of plain ASCII with an escape here
 * and there, whole numbers. What it walks over it judges in full; whatever else comes it declines, and
 * {@link JsonCursor} judges that from the object's start. With the position in a local variable, and little to
 * compile, it takes some seven tenths of the cursor's time when warm, and half of it before.
 */
final class CompactItem {

    /** The answer where an object is not compact, whether it is right or not. */
    static final int DECLINED = -1;

    /** So few that whatever they say is an {@code int}. */
    private static final int MOST_DIGITS = 9;

    private final byte[] bytes;
    private final KnownName idName;
    private final KnownName keyName;
    private int id;
    private int key;

    CompactItem(byte[] bytes, byte[] idName, byte[] keyName) {
        this.bytes = bytes;
        this.idName = new KnownName(idName);
        this.keyName = new KnownName(keyName);
    }

    /** The id of the object that was walked over last. */
    int id() {
        return id;
    }

    /** The key of the object that was walked over last. */
    int key() {
        return key;
    }

    /**
     * The offset behind the object, or {@link #DECLINED}, also where it lacks id or key.
     *
     * @param start where an opening brace is
     */
    int endFrom(int start) {
        boolean hasId = false;
        boolean hasKey = false;
        int at = start;
        do {
            int name = at + 2;
            if (byteAt(at + 1) != '"') {
                return DECLINED;
            }
            boolean isId = idName.isAt(bytes, name);
            boolean isKey = keyName.isAt(bytes, name);
            int nameEnd = name;
            if (isId) {
                nameEnd += idName.length();
            } else if (isKey) {
                nameEnd += keyName.length();
            } else {
                nameEnd = PlainText.endFrom(bytes, name);
            }
            if (byteAt(nameEnd) != '"' || byteAt(nameEnd + 1) != ':') {
                return DECLINED;
            }
            int value = nameEnd + 2;
            if (byteAt(value) == '"') {
                at = behindString(value);
                continue;
            }
            int number = 0;
            at = value;
            for (int next = byteAt(at); next >= '0' && next <= '9'; next = byteAt(++at)) {
                number = 10 * number + (next - '0');
            }
            if (at == value || at - value > MOST_DIGITS || byteAt(value) == '0') {
                return DECLINED;
            }
            if (isId) {
                id = number;
                hasId = true;
            }
            if (isKey) {
                key = number;
                hasKey = true;
            }
        } while (byteAt(at) == ',');
        return byteAt(at) == '}' && hasId && hasKey ? at + 1 : DECLINED;
    }

    /** Where the string is not plain enough, the end of the body, at which no object goes on. */
    private int behindString(int quote) {
        int at = PlainText.endFrom(bytes, quote + 1);
        while (byteAt(at) == '\\' && JsonText.isShortEscape(byteAt(at + 1))) {
            at = PlainText.endFrom(bytes, at + 2);
        }
        return byteAt(at) == '"' ? at + 1 : bytes.length;
    }

    /** Zero, which is in no JSON, where nothing is. */
    private int byteAt(int index) {
        return index < bytes.length ? bytes[index] : 0;
    }
}
