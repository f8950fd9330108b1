package io.birdseye.memory;

import io.birdseye.model.Layout;

/**
 * A list of numbers that many threads read and nobody changes. Element {@code i} is {@code i % 1000 + 1} in every
 * layout, so that boxed numbers are mostly outside the cache of small {@code Integer}s, and results can be checked by
 * a closed formula.
 */
public sealed interface SharedList permits BoxedInts, BoxedLongs, PrimitiveInts, PrimitiveLongs {

    /** Every element repeats after this many. */
    int PERIOD = 1_000;

    /** So many ints in a layout: what a combination multiplies that has a list of its own. */
    static SharedList ofInts(int size, Layout layout) {
        return switch (layout) {
            case BOXED -> BoxedInts.ofSize(size);
            case PRIMITIVE -> PrimitiveInts.ofSize(size);
        };
    }

    int size();

    /**
     * Multiplies every element into a new list of the same layout and drops that list: what remains is its checksum.
     * Takes time and memory bandwidth in proportion to {@link #size()}.
     *
     * @param factor products wrap around like any {@code int} or {@code long}
     */
    default Product multiply(int factor) {
        return CompiledApart.multiply(this, factor);
    }

    /** What {@link #multiply(int)} does, which is to be called instead: it costs the same wherever it is called. */
    Product loop(int factor);

    /**
     * What is known of a multiplied list.
     *
     * @param checksum the sum of its elements as a {@code long}
     */
    record Product(int factor, int size, long checksum) {}
}
