package io.birdseye.cli;

import io.birdseye.model.Layout;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The work of one request: what every command that runs requests asks for in the same words. */
final class WorkOptions {

    @Option(names = "--delay", defaultValue = "200ms", paramLabel = "TIME",
            description = "Delay of every upstream (default: ${DEFAULT-VALUE}).")
    private Duration delay = Duration.ZERO;

    @Option(names = "--memory", defaultValue = "5", paramLabel = "MB",
            description = "Shared memory by the article's label: 0.5, 5, 10 or any other size (default: ${DEFAULT-VALUE}).")
    private double memoryMegabytes;

    @Option(names = "--layout", defaultValue = "boxed", paramLabel = "LAYOUT",
            description = "How the shared lists are held: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Layout layout = Layout.BOXED;

    Duration delay() {
        return delay;
    }

    double memoryMegabytes() {
        return memoryMegabytes;
    }

    Layout layout() {
        return layout;
    }
}
