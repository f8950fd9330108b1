package io.birdseye.service.overview;

import io.birdseye.memory.SharedMemory;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The sizes of the shared lists that a request may ask for, in the article's megabytes. */
public record MemorySizes(List<Range> ranges) {

    private static final double PUBLISHED = 5;

    /** All sizes from one to another, both included; a single size has equal bounds. */
    public record Range(double from, double to) {

        public Range {
            if (!(from >= 0 && to >= from && to <= SharedMemory.MAX_MEGABYTES)) {
                throw new IllegalArgumentException("memory sizes must be from 0 to "
                        + plain(SharedMemory.MAX_MEGABYTES) + " MB, but one is " + plain(from) + ".." + plain(to));
            }
        }

        private static Range parse(String text) {
            String[] bounds = text.split("\\.\\.", 2);
            double from = Double.parseDouble(bounds[0].strip());
            return new Range(from, bounds.length == 1 ? from : Double.parseDouble(bounds[1].strip()));
        }

        @Override
        public String toString() {
            return from == to ? plain(from) : plain(from) + ".." + plain(to);
        }
    }

    public MemorySizes {
        ranges = List.copyOf(ranges);
    }

    public static MemorySizes only(double megabytes) {
        return new MemorySizes(List.of(new Range(megabytes, megabytes)));
    }

    /** Reads a list such as {@code 0.5,5,10} or {@code 0..64}, or {@code any}; refuses what is no such list. */
    public static MemorySizes parse(String text) {
        if (text.strip().equals("any")) {
            return new MemorySizes(List.of(new Range(0, SharedMemory.MAX_MEGABYTES)));
        }
        try {
            return new MemorySizes(Arrays.stream(text.split(",", -1)).map(Range::parse).toList());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "memory sizes must be numbers, ranges such as 0..64, or 'any', but are '" + text + "'", e);
        }
    }

    public boolean allows(double megabytes) {
        return ranges.stream().anyMatch(range -> range.from <= megabytes && megabytes <= range.to);
    }

    /** The article's size if that is allowed, else the first one that is. */
    public double byDefault() {
        return allows(PUBLISHED) ? PUBLISHED : ranges.getFirst().from;
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** The list as {@link #parse} reads it. */
    @Override
    public String toString() {
        return ranges.stream().map(Range::toString).collect(Collectors.joining(","));
    }
}
