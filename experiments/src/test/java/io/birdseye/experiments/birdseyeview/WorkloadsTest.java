package io.birdseye.experiments.birdseyeview;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.experiments.birdseyeview.Multiplication.SharedMemoryProbe;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadsTest {

    @ParameterizedTest
    @EnumSource(Layout.class)
    void everyThreadMultipliesBothListsInEveryRound(Layout layout) throws Exception {
        SharedMemory memory = SharedMemory.ofMegabytes(0.01, layout);

        try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
            long sum = SharedMemoryProbe.all(pool, memory, 3, 4);

            // 2,500 ints and 1,250 longs of 1 to 1,000, times 7, for three threads of four rounds.
            long ints = 2 * 500_500 + 500 * 501 / 2;
            long longs = 500_500 + 250 * 251 / 2;
            assertThat(sum).isEqualTo(12 * 7 * (ints + longs));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void listsAndArraysAreDoubledToTheLast(boolean boxed) {
        assertThat(FiveAtOnceProbe.doubling(1_000, boxed).get()).isEqualTo(1_998);
    }

    @Test
    void theSameBytesAreMoreOfTheLabelInPrimitives() {
        assertThat(MemoryClaims.SAME_BYTES * Multiplication.PRIMITIVE_BYTES)
                .isEqualTo(MemoryClaims.ABOVE * Multiplication.BOXED_BYTES);
    }

    /** The article's actors may combine again what is there already; strategies do it once. */
    @ParameterizedTest
    @CsvSource({"shared-event, 2, 8", "akka, 2, 2", "akka-pooled, 2, 2", "executor, 2, 2", "async-executor, 2, 2"})
    void everyGroupOfARequestIsCombinedAndCounted(String way, double least, double most) throws Exception {
        SharedMemory memory = SharedMemory.ofMegabytes(0.01, Layout.BOXED);

        assertThat(new CombinationsProbe(way, 5, 20, 1, 0).perRequest(memory)).isBetween(least, most);
    }
}
