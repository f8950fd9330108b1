package io.birdseye.overview;

import java.util.Arrays;

/**
 * Walks over JSON in UTF-8 (RFC 8259) and builds nothing: a value is the range of bytes that was walked over. Every
 * byte is judged all the same. Strings, which are most of an upstream's body, go by eight bytes at a time; that
 * makes it several times as fast as a tokeniser, which has to be ready to hand out what it passes.
 */
final class JsonCursor {

    /** Deeper JSON is refused, since nobody wants a stack overflow from upstream. */
    static final int MAX_DEPTH = 500;

    /** Of an {@code int}; JSON has no leading zeros. */
    private static final int MOST_DIGITS = 10;

    private final byte[] bytes;
    private int at;

    JsonCursor(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The offset of the next byte. */
    int position() {
        return at;
    }

    /** Goes on from an offset up to which another has judged. */
    void continueAt(int offset) {
        at = offset;
    }

    /** The next byte that is no whitespace, or 0 at the end; it stays the next. */
    int peek() {
        while (at < bytes.length) {
            byte next = bytes[at];
            if (next > ' ' || (next != ' ' && next != '\n' && next != '\r' && next != '\t')) {
                return next;
            }
            at++;
        }
        return 0;
    }

    boolean atEnd() {
        return peek() == 0 && at == bytes.length;
    }

    /** Steps over the character if it comes next, behind whitespace perhaps. */
    boolean take(char character) {
        if (peek() != character) {
            return false;
        }
        at++;
        return true;
    }

    void require(char character) {
        if (!take(character)) {
            throw malformed("'" + character + "' is missing");
        }
    }

    /** Whether the bytes between the quotes of a string from {@code start} to {@code end} say that name. */
    boolean says(byte[] name, int start, int end) {
        return Arrays.equals(bytes, start + 1, end - 1, name, 0, name.length)
                || (hasEscape(start, end) && Arrays.equals(JsonText.unescape(bytes, start + 1, end - 1), name));
    }

    private boolean hasEscape(int start, int end) {
        for (int i = start; i < end; i++) {
            if (bytes[i] == '\\') {
                return true;
            }
        }
        return false;
    }

    /**
     * The whole number that was walked over from {@code start} to here.
     *
     * @throws MalformedJson if it is no {@code int}
     */
    int intSince(int start) {
        boolean negative = bytes[start] == '-';
        int digit = negative ? start + 1 : start;
        if (at - digit > MOST_DIGITS) {
            throw new MalformedJson("a number is too large", start);
        }
        long value = 0;
        while (digit < at) {
            value = 10 * value + (bytes[digit++] - '0');
        }
        value = negative ? -value : value;
        if (value != (int) value) {
            throw new MalformedJson("a number is too large", start);
        }
        return (int) value;
    }

    /** Steps over any value; the result tells whether it was a whole number, written without fraction or exponent. */
    boolean skipValue() {
        return skipValue(0);
    }

    private boolean skipValue(int depth) {
        int first = peek();
        switch (first) {
            case '"' -> skipString();
            case '{' -> skipObject(depth + 1);
            case '[' -> skipArray(depth + 1);
            case 't' -> skipWord("true");
            case 'f' -> skipWord("false");
            case 'n' -> skipWord("null");
            default -> {
                return skipNumber();
            }
        }
        return false;
    }

    private void skipObject(int depth) {
        deeper(depth);
        if (!take('}')) {
            do {
                peek();
                skipString();
                require(':');
                skipValue(depth);
            } while (take(','));
            require('}');
        }
    }

    private void skipArray(int depth) {
        deeper(depth);
        if (!take(']')) {
            do {
                skipValue(depth);
            } while (take(','));
            require(']');
        }
    }

    /** Steps over the bracket. */
    private void deeper(int depth) {
        if (depth > MAX_DEPTH) {
            throw malformed("it is nested deeper than " + MAX_DEPTH);
        }
        at++;
    }

    private void skipWord(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= bytes.length || bytes[at + i] != word.charAt(i)) {
                throw malformed("there is no value");
            }
        }
        at += word.length();
    }

    private boolean skipNumber() {
        if (byteAt(at) == '-') {
            at++;
        }
        if (byteAt(at) == '0') {
            at++;
        } else {
            skipDigits();
        }
        boolean whole = true;
        if (byteAt(at) == '.') {
            at++;
            skipDigits();
            whole = false;
        }
        if (byteAt(at) == 'e' || byteAt(at) == 'E') {
            at++;
            if (byteAt(at) == '+' || byteAt(at) == '-') {
                at++;
            }
            skipDigits();
            whole = false;
        }
        return whole;
    }

    private void skipDigits() {
        int start = at;
        while (byteAt(at) >= '0' && byteAt(at) <= '9') {
            at++;
        }
        if (at == start) {
            throw malformed("there is no value");
        }
    }

    private int byteAt(int index) {
        return index < bytes.length ? bytes[index] : 0;
    }

    /** Steps over a string; the next byte must be its opening quote. */
    void skipString() {
        if (byteAt(at) != '"') {
            throw malformed("a string is missing");
        }
        int i = at + 1;
        while (true) {
            i = PlainText.endFrom(bytes, i);
            int special = byteAt(i);
            if (special == '"') {
                at = i + 1;
                return;
            }
            if (special == '\\') {
                i = JsonText.behindEscape(bytes, i);
            } else if (special < 0) {
                i = Utf8.next(bytes, i);
            } else if (i >= bytes.length) {
                throw new MalformedJson("a string does not end", i);
            } else {
                throw new MalformedJson("a string holds a control character", i);
            }
        }
    }

    MalformedJson malformed(String what) {
        return new MalformedJson(what, at);
    }
}
