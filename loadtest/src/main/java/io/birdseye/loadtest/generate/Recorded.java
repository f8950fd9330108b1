package io.birdseye.loadtest.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A {@link Recording} on its way from an injector to its coordinator, with right answers in slots of 10 ms. */
public record Recorded(List<Window> windows, int[] answers) {

    public Recorded {
        windows = List.copyOf(windows);
    }

    /**
     * A measured phase: histograms in HdrHistogram's compressed form in Base64, errors by kind, and the sum of what the
     * service said of {@code withPath} right answers, null if it said nothing.
     */
    public record Window(
            long sent, long sentInPhase, Map<String, Long> errors, String responses, String services, String startLags,
            @Nullable ServedPath paths, long withPath) {

        public Window {
            errors = Map.copyOf(errors);
        }
    }

    static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** @throws IOException if it is no histogram */
    static Histogram decode(String text) throws IOException {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IOException("a histogram of an injector is damaged: " + e.getMessage(), e);
        }
    }
}
