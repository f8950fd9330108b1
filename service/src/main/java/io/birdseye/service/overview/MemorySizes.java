package io.birdseye.service.overview;

import io.birdseye.memory.SharedMemory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which sizes of the shared lists may be asked for, in the article's megabytes.
 *
 * @param ranges single sizes are ranges of one
 */
public record MemorySizes(List<Range> ranges) {

    /**
     * All sizes from one to another.
     *
     * @param to not below {@code from}
     */
    public record Range(double from, double to) {

        public Range {
            if (!(from >= 0 && to >= from && to <= SharedMemory.MAX_MEGABYTES)) {
                throw new IllegalArgumentException("memory sizes must be from 0 to "
                        + plain(SharedMemory.MAX_MEGABYTES) + " MB, but one is " + plain(from) + ".." + plain(to));
            }
        }

        @Override
        public String toString() {
            return from == to ? plain(from) : plain(from) + ".." + plain(to);
        }
    }

    public MemorySizes {
        ranges = List.copyOf(ranges);
        if (ranges.isEmpty()) {
            throw new IllegalArgumentException("at least one memory size must be allowed");
        }
    }

    /**
     * Reads a list such as {@code 0.5,5,10} or {@code 0..64}, or {@code any}.
     *
     * @throws IllegalArgumentException if it is no such list
     */
    public static MemorySizes parse(String text) {
        if (text.strip().equals("any")) {
            return new MemorySizes(List.of(new Range(0, SharedMemory.MAX_MEGABYTES)));
        }
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int dots = part.indexOf("..");
            double from = number(dots < 0 ? part : part.substring(0, dots), text);
            ranges.add(new Range(from, dots < 0 ? from : number(part.substring(dots + 2), text)));
        }
        return new MemorySizes(ranges);
    }

    private static double number(String part, String text) {
        try {
            return Double.parseDouble(part.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "memory sizes must be numbers, ranges such as 0..64, or 'any', but are '" + text + "'", e);
        }
    }

    public boolean allows(double megabytes) {
        return ranges.stream().anyMatch(range -> range.from <= megabytes && megabytes <= range.to);
    }

    /** The published case if that is allowed, else the first size there is. */
    double byDefault() {
        return allows(5) ? 5 : ranges.getFirst().from;
    }

    static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    /** The list as {@link #parse} reads it. */
    @Override
    public String toString() {
        return ranges.stream().map(Range::toString).collect(Collectors.joining(","));
    }
}
