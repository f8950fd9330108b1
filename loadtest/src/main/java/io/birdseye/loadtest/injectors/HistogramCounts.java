package io.birdseye.loadtest.injectors;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.AbstractHistogram;

/**
 * Adds a histogram in HdrHistogram's compressed form (V2) to another one without making an object of it: some
 * microseconds instead of some tens, for the hundreds of thousands that an hour of many injectors has. The format is
 * documented in HdrHistogram's own {@code AbstractHistogram}: a head of 40 bytes, then counts by index as ZigZag LEB128
 * numbers, of which a negative one is so many empty indices.
 */
final class HistogramCounts implements AutoCloseable {

    private static final int COMPRESSED = 0x1c849314;
    private static final int PLAIN = 0x1c849313;
    private static final int COMPRESSED_HEAD = 8;
    private static final int HEAD = 40;
    private static final int DIGITS = 3;

    /** With three digits: so many values of a bucket are in its upper half. */
    private static final int HALF_MAGNITUDE = 11 - 1;

    private static final int HALF = 1 << HALF_MAGNITUDE;
    private static final int LAST_INDEX = (64 - HALF_MAGNITUDE) * HALF - 1;
    private static final int LONGEST = HEAD + 9 * (LAST_INDEX + 1);

    private final Inflater inflater = new Inflater();
    private byte[] plain = new byte[1 << 14];

    /** @throws IOException if it is no histogram of three digits and the smallest value 1 */
    void addTo(AbstractHistogram all, String base64) throws IOException {
        try {
            ByteBuffer counts = inflated(Base64.getDecoder().decode(base64.getBytes(StandardCharsets.ISO_8859_1)));
            require(counts.getInt() == PLAIN, "another version");
            require(counts.getInt() == counts.limit() - HEAD, "another length");
            require(counts.getInt() == 0 && counts.getInt() == DIGITS, "another precision");
            require(counts.getLong() == 1, "another unit");
            counts.position(HEAD);
            int index = 0;
            while (counts.hasRemaining()) {
                long count = number(counts);
                require(count > -LAST_INDEX, "too many empty places");
                if (count < 0) {
                    index -= (int) count;
                } else {
                    if (count > 0) {
                        all.recordValueWithCount(value(index), count);
                    }
                    index++;
                }
                require(index <= LAST_INDEX + 1, "too many places");
            }
        } catch (DataFormatException | RuntimeException e) {
            throw new IOException("a histogram of an injector is damaged: " + e.getMessage(), e);
        }
    }

    private ByteBuffer inflated(byte[] compressed) throws DataFormatException {
        ByteBuffer head = ByteBuffer.wrap(compressed);
        require(head.getInt() == COMPRESSED && head.getInt() == compressed.length - COMPRESSED_HEAD, "no head");
        inflater.reset();
        inflater.setInput(compressed, COMPRESSED_HEAD, compressed.length - COMPRESSED_HEAD);
        int length = 0;
        while (!inflater.finished()) {
            int more = inflater.inflate(plain, length, plain.length - length);
            length += more;
            if (length == plain.length) {
                require(length < LONGEST, "too long");
                plain = Arrays.copyOf(plain, 2 * length);
            } else {
                require(more > 0 || inflater.finished(), "cut off");
            }
        }
        return ByteBuffer.wrap(plain, 0, length);
    }

    /** ZigZag LEB128: seven bits in each byte, the last of nine has eight. */
    private static long number(ByteBuffer from) {
        long bits = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            long next = from.get();
            bits |= shift == 56 ? next << shift : (next & 0x7f) << shift;
            if (next >= 0 || shift == 56) {
                break;
            }
        }
        return bits >>> 1 ^ -(bits & 1);
    }

    /** The smallest value at an index. */
    private static long value(int index) {
        int bucket = (index >> HALF_MAGNITUDE) - 1;
        return bucket < 0 ? index : (long) ((index & HALF - 1) + HALF) << bucket;
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    @Override
    public void close() {
        inflater.end();
    }
}
