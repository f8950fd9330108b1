package io.birdseye.cli.options;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.scenario.Scenarios;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The work of one request: a scenario, or that of the main article. */
@OptionGroup.In(OptionGroup.MEASURED)
public final class WorkOptions {

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Mixin
    private final ArticleOptions article = new ArticleOptions();

    /** @param known the strategies that a scenario may name */
    public Work work(BirdseyeCommand command, Strategies known) {
        article.work(command);
        return firstWork(command, known);
    }

    /** The same with the first layout, of a command that takes several; see {@link #layouts}. */
    public Work firstWork(BirdseyeCommand command, Strategies known) {
        Optional<ScenarioFile> file = scenario.load(known);
        if (file.isPresent()) {
            command.refuseBesideScenario(ArticleOptions.class);
        }
        return article.firstWork().withScenario(file);
    }

    public List<Layout> layouts() {
        return article.layouts();
    }

    public static final class ScenarioOption {

        @Option(names = "--scenario", paramLabel = "FILE", completionCandidates = Shipped.class,
                description = "A scenario file, or one that ships: overview, checkout-page, search-aggregator,"
                        + " cpu-heavy-report ('birdseye init' writes a file to start from).")
        private Optional<String> scenario = Optional.empty();

        /** For completion in a shell. */
        private static final class Shipped implements Iterable<String> {

            @Override
            public Iterator<String> iterator() {
                return Scenarios.NAMES.iterator();
            }
        }

        /** What the user named, if anything. */
        public Optional<String> given() {
            return scenario;
        }

        /** Reads the file, which may name these strategies. */
        public Optional<ScenarioFile> load(Strategies known) {
            if (scenario.isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional.of(ScenarioFile.load(scenario.get(), known.namesOnAnyJdk()));
            } catch (IOException | InvalidScenario e) {
                throw new RefusedInput(e.getCause() instanceof NoSuchFileException
                        ? new IOException(e.getMessage() + Similar.hint(scenario.get(), Scenarios.NAMES), e)
                        : e);
            }
        }
    }

    /** The work of one request of the main article: the latency of its upstreams, and its shared memory. */
    public static final class ArticleOptions {

        public static final String LATENCY = "200ms";

        @Option(names = "--latency", defaultValue = LATENCY, paramLabel = "TIME",
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

        Work firstWork() {
            return Work.article(latency, memoryMegabytes, layouts.getFirst());
        }

        List<Layout> layouts() {
            return layouts;
        }
    }
}
