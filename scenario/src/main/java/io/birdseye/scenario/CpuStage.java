package io.birdseye.scenario;

import io.birdseye.model.DataSize;
import io.birdseye.model.Layout;
import java.time.Duration;

public sealed interface CpuStage {

    /** No work of its own: the parts are put together. */
    record None() implements CpuStage {}

    /**
     * Multiplies a shared list of a given size into a new one, as the main article does.
     *
     * @param multiply the size of the list as plain numbers; boxed it takes several times as much
     */
    record Multiply(DataSize multiply, Layout layout) implements CpuStage {}

    /** Computes for a time on one core that has nothing else to do. */
    record Compute(Duration time) implements CpuStage {}
}
