package io.birdseye.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Layout;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedMemoryTest {

    /** A reference of 4 bytes each; an {@code Integer} has 16 bytes, a {@code Long} 24, and small ones are shared. */
    @Test
    void theCaseOfFiveMegabytesTakesThirtyEightAsObjects() {
        int ints = 1_250_000;
        int longs = 625_000;

        assertThat(4 * (ints + longs) + ints * 16 * ownObjects(SharedList.ofInts(100_000, Layout.BOXED))
                        + longs * 24 * ownObjects(SharedList.ofLongs(100_000, Layout.BOXED)))
                .isCloseTo(38.1e6, within(0.1e6));
    }

    /** The share of elements that no other place of the program refers to. */
    private static double ownObjects(SharedList list) {
        List<? extends Number> elements = switch (list) {
            case SharedList.BoxedInts boxed -> boxed.elements();
            case SharedList.BoxedLongs boxed -> boxed.elements();
            default -> throw new IllegalArgumentException(list + " holds no objects");
        };
        Map<Number, Boolean> distinct = new IdentityHashMap<>();
        elements.forEach(element -> distinct.put(element, true));
        return (double) distinct.size() / elements.size();
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0.5, 125000, 62500", "5, 1250000, 625000", "10, 2500000, 1250000", "0.003, 750, 375"})
    void sizesAreThoseOfTheArticle(double megabytes, int ints, int longs) {
        SharedMemory memory = SharedMemory.ofMegabytes(megabytes, Layout.PRIMITIVE);

        assertThat(memory.ints().size()).isEqualTo(ints);
        assertThat(memory.longs().size()).isEqualTo(longs);
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void everyElementIsMultiplied(Layout layout) {
        SharedMemory memory = SharedMemory.ofMegabytes(0.01, layout);
        for (int factor : new int[] {0, 1, -3, 7, 99}) {
            assertThat(memory.ints().multiply(factor))
                    .isEqualTo(new SharedList.Product(factor, 2_500, checksum(2_500, factor)));
            assertThat(memory.longs().multiply(factor))
                    .isEqualTo(new SharedList.Product(factor, 1_250, checksum(1_250, factor)));
        }
    }

    @ParameterizedTest
    @EnumSource(Layout.class)
    void intProductsWrapAroundInEveryLayout(Layout layout) {
        SharedMemory memory = SharedMemory.ofMegabytes(0.01, layout);
        int factor = Integer.MAX_VALUE;
        long wrapped = LongStream.range(0, 2_500).map(i -> (int) ((i % 1_000 + 1) * (long) factor)).sum();

        assertThat(memory.ints().multiply(factor).checksum()).isEqualTo(wrapped);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 1_001, Double.NaN, Double.POSITIVE_INFINITY})
    void sizesThatCannotBeAreRefused(double megabytes) {
        assertThatThrownBy(() -> SharedMemory.ofMegabytes(megabytes, Layout.BOXED))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining(String.valueOf(megabytes));
    }

    private static long checksum(int size, int factor) {
        return LongStream.range(0, size).map(i -> (i % 1_000 + 1) * factor).sum();
    }
}
