package io.birdseye.overview;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The plain stretches of JSON strings, most of any body: eight bytes at a time. */
final class PlainText {

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long EVERY = 0x0101_0101_0101_0101L;
    private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;
    private static final long SPACES = ' ' * EVERY;
    private static final long QUOTES = '"' * EVERY;
    private static final long BACKSLASHES = '\\' * EVERY;

    private PlainText() {}

    /** The eight bytes from here on, the first of them lowest. */
    static long wordAt(byte[] bytes, int from) {
        return (long) WORDS.get(bytes, from);
    }

    /** The first byte from here on that is a quote, a backslash, a control character or not ASCII; or the end. */
    static int endFrom(byte[] bytes, int from) {
        int i = from;
        for (int last = bytes.length - Long.BYTES; i <= last; i += Long.BYTES) {
            long word = wordAt(bytes, i);
            // Each term has the highest bit of a byte set where that byte is special. A borrow can only touch bytes
            // behind a special one, so the first is always right.
            long special = (word | (word - SPACES) | ((word ^ QUOTES) - EVERY) | ((word ^ BACKSLASHES) - EVERY))
                    & HIGHEST_BITS;
            if (special != 0) {
                return i + (Long.numberOfTrailingZeros(special) >>> 3);
            }
        }
        while (i < bytes.length && bytes[i] >= ' ' && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        return i;
    }
}
