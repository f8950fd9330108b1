package io.birdseye.memory;

import static java.util.stream.Collectors.toCollection;

import io.birdseye.model.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A list of numbers that many threads read and nobody changes. Element {@code i} is {@code i % 1000 + 1} in every
 * layout, so that boxed numbers are mostly outside the cache of small {@code Integer}s, and results can be checked by
 * a closed formula.
 */
public sealed interface SharedList {

    /** The elements repeat after this many. */
    int PERIOD = 1_000;

    /** A list of {@code size} ints, for a combination that multiplies a list of its own. */
    static SharedList ofInts(int size, Layout layout) {
        return switch (layout) {
            case BOXED -> new BoxedInts(numbers(size).boxed().collect(toCollection(() -> new ArrayList<>(size))));
            case PRIMITIVE -> new PrimitiveInts(numbers(size).toArray());
        };
    }

    static SharedList ofLongs(int size, Layout layout) {
        return switch (layout) {
            case BOXED ->
                new BoxedLongs(numbers(size).asLongStream().boxed().collect(toCollection(() -> new ArrayList<>(size))));
            case PRIMITIVE -> new PrimitiveLongs(numbers(size).asLongStream().toArray());
        };
    }

    private static IntStream numbers(int size) {
        return IntStream.range(0, size).map(i -> i % PERIOD + 1);
    }

    int size();

    /**
     * Multiplies every element into a new list of the same layout and drops that list: what remains is its checksum.
     * Takes time and memory bandwidth in proportion to {@link #size()}.
     *
     * <p>The JVM has to compile this method by itself and not as a part of its caller: inlined into a request's code
     * the loop was measured to cost a quarter more CPU, beginning at the minute in which the JIT compiler reached the
     * caller. So the service is started with {@code -XX:CompileCommand=dontinline} for it, see
     * {@code docs/maintainers/engineering-log.md}.
     */
    Product multiply(int factor);

    /** What is known of a multiplied list; its checksum is the sum of its elements. */
    record Product(int factor, int size, long checksum) {}

    /** A list of {@code Integer} objects, as published: every product is a new object. */
    record BoxedInts(List<Integer> elements) implements SharedList {

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public Product multiply(int factor) {
            List<Integer> products = new ArrayList<>(elements.size());
            long checksum = 0;
            for (Integer element : elements) {
                Integer product = element * factor;
                products.add(product);
                checksum += product;
            }
            return new Product(factor, products.size(), checksum);
        }
    }

    record BoxedLongs(List<Long> elements) implements SharedList {

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public Product multiply(int factor) {
            List<Long> products = new ArrayList<>(elements.size());
            long checksum = 0;
            for (Long element : elements) {
                Long product = element * factor;
                products.add(product);
                checksum += product;
            }
            return new Product(factor, products.size(), checksum);
        }
    }

    /** An array of {@code int}: the products lie side by side. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record PrimitiveInts(int[] elements) implements SharedList {

        @Override
        public int size() {
            return elements.length;
        }

        @Override
        public Product multiply(int factor) {
            int[] products = new int[elements.length];
            long checksum = 0;
            for (int i = 0; i < products.length; i++) {
                products[i] = elements[i] * factor;
                checksum += products[i];
            }
            return new Product(factor, products.length, checksum);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record PrimitiveLongs(long[] elements) implements SharedList {

        @Override
        public int size() {
            return elements.length;
        }

        @Override
        public Product multiply(int factor) {
            long[] products = new long[elements.length];
            long checksum = 0;
            for (int i = 0; i < products.length; i++) {
                products[i] = elements[i] * factor;
                checksum += products[i];
            }
            return new Product(factor, products.length, checksum);
        }
    }
}
