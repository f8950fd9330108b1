package io.birdseye.overview;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** The name of a property that is looked for, with its closing quote: mostly told by one comparison of eight bytes. */
final class KnownName {

    private final byte[] quoted;
    private final long word;
    private final long mask;

    /** @throws IllegalArgumentException unless the name is plain ASCII, since any other can be written in several ways */
    KnownName(byte[] name) {
        if (PlainText.endFrom(name, 0) != name.length) {
            throw new IllegalArgumentException("a name that JSON may escape: " + new String(name, UTF_8));
        }
        quoted = Arrays.copyOf(name, name.length + 1);
        quoted[name.length] = '"';
        mask = quoted.length < Long.BYTES ? (1L << Byte.SIZE * quoted.length) - 1 : -1;
        word = PlainText.wordAt(Arrays.copyOf(quoted, Math.max(quoted.length, Long.BYTES)), 0);
    }

    /** Whether the bytes from here on are this name and the closing quote. */
    boolean isAt(byte[] bytes, int start) {
        return start <= bytes.length - Long.BYTES
                ? (PlainText.wordAt(bytes, start) & mask) == word
                        && (quoted.length <= Long.BYTES || isAllAt(bytes, start))
                : isAllAt(bytes, start);
    }

    /** Without the quote. */
    int length() {
        return quoted.length - 1;
    }

    private boolean isAllAt(byte[] bytes, int start) {
        int end = start + quoted.length;
        return end <= bytes.length && Arrays.equals(bytes, start, end, quoted, 0, quoted.length);
    }
}
