package io.birdseye.scenario;

import io.birdseye.model.DataSize;
import java.time.Duration;

/** The CPU work of a group's combination. */
public sealed interface CpuStage {

    /** Nothing but putting the parts together. */
    record None() implements CpuStage {}

    /**
     * Multiplies a shared list of so much memory into a new one, as the main article does.
     *
     * @param multiply what the list would take as plain numbers; boxed it takes several times as much
     */
    record Multiply(DataSize multiply, Layout layout) implements CpuStage {}

    /** Computes for so long on one core that is not busy otherwise. */
    record Compute(Duration time) implements CpuStage {}

    /** How the shared list is held. */
    enum Layout {
        BOXED,
        PRIMITIVE
    }
}
