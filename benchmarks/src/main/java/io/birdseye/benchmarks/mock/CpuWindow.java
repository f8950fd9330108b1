package io.birdseye.benchmarks.mock;

import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.program.Server;
import java.io.IOException;
import java.time.Duration;

/** The CPU time of a process in the counted time of a load. */
final class CpuWindow implements LoadListener {

    private final Server server;
    private Duration before = Duration.ZERO;
    private Duration after = Duration.ZERO;
    private long beginNanos;
    private long endNanos;

    CpuWindow(Server server) {
        this.server = server;
    }

    @Override
    public void measuring() throws IOException {
        before = server.program().status().cpu();
        beginNanos = System.nanoTime();
    }

    @Override
    public void measured() throws IOException {
        after = server.program().status().cpu();
        endNanos = System.nanoTime();
    }

    double seconds() {
        return after.minus(before).toNanos() / 1e9;
    }

    double wallSeconds() {
        return (endNanos - beginNanos) / 1e9;
    }
}
