package io.birdseye.report.diff;

import io.birdseye.report.result.Trial.Measured;
import java.util.function.ToDoubleFunction;

/** The figures by which two results are compared. */
public enum Figure {
    P50("p50", true, measured -> measured.response().p50Ms()),
    ACHIEVED("achieved", false, Measured::achievedPerSecond),
    CPU("CPU per request", true, measured -> measured.resources().cpuMsPerRequest());

    private final String words;
    private final boolean lessIsBetter;
    private final ToDoubleFunction<Measured> value;

    Figure(String words, boolean lessIsBetter, ToDoubleFunction<Measured> value) {
        this.words = words;
        this.lessIsBetter = lessIsBetter;
        this.value = value;
    }

    /** For tables. */
    public String words() {
        return words;
    }

    boolean lessIsBetter() {
        return lessIsBetter;
    }

    double of(Measured measured) {
        return value.applyAsDouble(measured);
    }
}
