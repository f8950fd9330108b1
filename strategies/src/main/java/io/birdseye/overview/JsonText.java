package io.birdseye.overview;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** The escapes in JSON strings. They are rare, so nothing here is fast. */
final class JsonText {

    private static final String SHORT_ESCAPES = "\"\\/bfnrt";
    private static final String SHORT_MEANINGS = "\"\\/\b\f\n\r\t";

    private JsonText() {}

    /**
     * The offset behind the escape whose backslash is at {@code at}.
     *
     * @throws MalformedJson if there is no such escape
     */
    static int behindEscape(byte[] bytes, int at) {
        if (at + 1 < bytes.length) {
            if (bytes[at + 1] == 'u') {
                codeUnit(bytes, at + 2);
                return at + 6;
            }
            if (isShortEscape(bytes[at + 1])) {
                return at + 2;
            }
        }
        throw new MalformedJson("a string holds an unknown escape", at);
    }

    /** Whether the character behind a backslash makes an escape of two. */
    static boolean isShortEscape(int character) {
        return character > 0 && SHORT_ESCAPES.indexOf(character) >= 0;
    }

    /** The bytes that the string between {@code start} and {@code end}, whose escapes are right, stands for. */
    static byte[] unescape(byte[] bytes, int start, int end) {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(end - start);
        StringBuilder escaped = new StringBuilder();
        for (int at = start; at < end; ) {
            if (bytes[at] == '\\') {
                int escape = bytes[at + 1];
                // Gathered, because two in a row may be one character.
                escaped.append(
                        escape == 'u'
                                ? (char) codeUnit(bytes, at + 2)
                                : SHORT_MEANINGS.charAt(SHORT_ESCAPES.indexOf(escape)));
                at = behindEscape(bytes, at);
            } else {
                flush(escaped, plain);
                plain.write(bytes[at++]);
            }
        }
        flush(escaped, plain);
        return plain.toByteArray();
    }

    private static void flush(StringBuilder escaped, ByteArrayOutputStream plain) {
        plain.writeBytes(escaped.toString().getBytes(UTF_8));
        escaped.setLength(0);
    }

    private static int codeUnit(byte[] bytes, int at) {
        int unit = 0;
        for (int i = at; i < at + 4; i++) {
            int digit = i < bytes.length && bytes[i] > 0 ? Character.digit(bytes[i], 16) : -1;
            if (digit < 0) {
                throw new MalformedJson("a string holds an unknown escape", at);
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }
}
