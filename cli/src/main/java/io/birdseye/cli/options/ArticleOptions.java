package io.birdseye.cli.options;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** The work of one request of the main article: the latency of its upstreams, and its shared memory. */
public final class ArticleOptions {

    static final List<String> NAMES = List.of("--latency", "--memory", "--layout");

    @Option(names = "--latency", defaultValue = "200ms", paramLabel = "TIME",
            description = "How long every upstream takes to answer (default: ${DEFAULT-VALUE}).")
    private Duration latency = Duration.ZERO;

    @Option(names = "--memory", defaultValue = "5", paramLabel = "MB",
            description = "Shared memory by the article's label: 0.5, 5, 10 or any other size (default: ${DEFAULT-VALUE}).")
    private double memoryMegabytes;

    @Option(names = "--layout", split = ",", defaultValue = "boxed", paramLabel = "LAYOUT",
            description = "How the shared lists are held: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}; compare takes"
                    + " both: boxed,primitive).")
    private List<Layout> layouts = List.of(Layout.BOXED);

    /** The work of a command that knows one layout only. */
    public Work work(BirdseyeCommand command) {
        if (layouts.size() != 1) {
            throw command.wrong("--layout takes one layout here; only compare takes several");
        }
        return firstWork();
    }

    /** With the first of the layouts. */
    Work firstWork() {
        return Work.article(latency, memoryMegabytes, layouts.getFirst());
    }

    List<Layout> layouts() {
        return layouts;
    }
}
