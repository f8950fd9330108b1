package io.birdseye.cli.options;

import java.util.Optional;
import picocli.CommandLine.Option;

/** How much a strategy may do at once. */
public final class ThreadOptions {

    @Option(names = "--io-threads", paramLabel = "N",
            description = "Upstream calls that a strategy may have going at once: threads, or permits where calls hold no"
                    + " thread (default: the scenario's, or what the command needs).")
    private Optional<Integer> io = Optional.empty();

    @Option(names = "--cpu-threads", paramLabel = "N",
            description = "Combinations that it may have going at once (default: the scenario's, or the number of cores).")
    private Optional<Integer> cpu = Optional.empty();

    public Optional<Integer> io() {
        return io;
    }

    public Optional<Integer> cpu() {
        return cpu;
    }
}
