package io.birdseye.benchmarks.mock;

import io.birdseye.benchmarks.load.HttpLoad;
import io.birdseye.benchmarks.process.Child;
import java.io.IOException;
import java.time.Duration;

/** The CPU time of a process in the counted time of a load. */
final class CpuWindow implements HttpLoad.Window {

    private final Child process;
    private Duration before = Duration.ZERO;
    private Duration after = Duration.ZERO;
    private long beginNanos;
    private long endNanos;

    CpuWindow(Child process) {
        this.process = process;
    }

    @Override
    public void begin() throws IOException {
        before = process.cpu();
        beginNanos = System.nanoTime();
    }

    @Override
    public void end() throws IOException {
        after = process.cpu();
        endNanos = System.nanoTime();
    }

    double seconds() {
        return after.minus(before).toNanos() / 1e9;
    }

    double wallSeconds() {
        return (endNanos - beginNanos) / 1e9;
    }
}
