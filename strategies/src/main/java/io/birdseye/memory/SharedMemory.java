package io.birdseye.memory;

import io.birdseye.model.Layout;

/**
 * The two lists that every request reads at the same time and multiplies into lists of its own.
 *
 * <p>Sizes go by the article's label: its "5 MB" is 1,250,000 ints and 625,000 longs. Held as objects they really
 * take about 38 MB: a reference and an object for each number, but those up to 127 are shared (JLS 5.1.7).
 */
public record SharedMemory(double megabytes, Layout layout, SharedList ints, SharedList longs) {

    private static final int INTS_PER_MEGABYTE = 250_000;
    private static final int LONGS_PER_MEGABYTE = 125_000;

    /** Larger lists, boxed, and the garbage of their products do not fit an ordinary heap. */
    public static final double MAX_MEGABYTES = 1_000;

    /**
     * Builds both lists: 250,000 ints for each megabyte and half as many longs; refuses sizes above {@link
     * #MAX_MEGABYTES}.
     */
    public static SharedMemory ofMegabytes(double megabytes, Layout layout) {
        if (!(megabytes >= 0 && megabytes <= MAX_MEGABYTES)) {
            throw new IllegalArgumentException(
                    "shared memory of " + megabytes + " MB is not between 0 and " + MAX_MEGABYTES);
        }
        int ints = (int) Math.round(megabytes * INTS_PER_MEGABYTE);
        int longs = (int) Math.round(megabytes * LONGS_PER_MEGABYTE);
        return new SharedMemory(megabytes, layout, SharedList.ofInts(ints, layout), SharedList.ofLongs(longs, layout));
    }
}
