package io.birdseye.experiments.birdseyeview;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CombinationsTest {

    /** The article's actors may combine again what is there already; strategies do it once. */
    @ParameterizedTest
    @CsvSource({"shared-event, 2, 8", "akka, 2, 2", "akka-pooled, 2, 2", "executor, 2, 2", "async-executor, 2, 2"})
    void everyGroupOfARequestIsCombinedAndCounted(String way, double least, double most) throws Exception {
        SharedMemory memory = SharedMemory.ofMegabytes(0.01, Layout.BOXED);

        assertThat(new CombinationsProbe(way, 5, 20, 1, 0).perRequest(memory)).isBetween(least, most);
    }
}
