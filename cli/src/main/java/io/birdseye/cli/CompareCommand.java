package io.birdseye.cli;

import io.birdseye.loadtest.LoadSettings.WarmUp;
import io.birdseye.loadtest.trial.Comparison;
import io.birdseye.loadtest.trial.ComparisonSettings;
import io.birdseye.loadtest.trial.ComparisonSettings.Budgets;
import io.birdseye.loadtest.trial.Programs;
import io.birdseye.memory.Layout;
import io.birdseye.report.Reports;
import io.birdseye.report.capacity.Sizing;
import io.birdseye.report.result.Load;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.text.TerminalTable;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code birdseye compare}. */
@Command(
        name = "compare",
        description = "Measure strategies under load, one fresh JVM each, and print a table, a page and results.json.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every trial was measured", "1:a trial failed; the others are in the table", "2:wrong options"})
final class CompareCommand implements Callable<Integer> {

    /**
     * Chosen by measuring on two cores: G1 needed more than four times the CPU of the parallel collector for a request
     * with boxed lists, the serial one somewhat more; touching the heap at the start and huge pages spared page faults.
     */
    static final String JVM_FLAGS =
            "-XX:+UseParallelGC -Xms3g -Xmx3g -Xmn2g -XX:+AlwaysPreTouch -XX:+UseTransparentHugePages";

    private static final int CALLS = 4;

    @Option(names = "--strategies", split = ",", paramLabel = "NAME",
            description = "Which strategies, separated by commas; 'published', 'repaired' and 'today' stand for all of that"
                    + " origin (default: all; see 'birdseye strategies').")
    private List<String> strategies = List.of();

    @Option(names = "--rate", paramLabel = "PER_SECOND",
            description = "Open model: arrivals per second that do not wait for answers (default: 50).")
    private Optional<Double> rate = Optional.empty();

    @Option(names = "--users", paramLabel = "N",
            description = "Closed model instead: users who wait for their answer before they ask again.")
    private Optional<Integer> users = Optional.empty();

    @Option(names = "--delay", defaultValue = "200ms", paramLabel = "TIME",
            description = "Delay of every upstream (default: ${DEFAULT-VALUE}).")
    private Duration delay = Duration.ZERO;

    @Option(names = "--memory", defaultValue = "5", paramLabel = "MB",
            description = "Shared memory by the article's label: 0.5, 5, 10 or any other size (default: ${DEFAULT-VALUE}).")
    private double memory;

    @Option(names = "--layout", defaultValue = "boxed", paramLabel = "LAYOUT",
            description = "How the shared lists are held: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Layout layout = Layout.BOXED;

    @Option(names = "--duration", defaultValue = "30s", paramLabel = "TIME",
            description = "Measured time of each trial (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(names = "--warm-up", defaultValue = "18s", paramLabel = "TIME",
            description = "Load before that, not measured, in three cycles of rising rate (default: ${DEFAULT-VALUE}).")
    private Duration warmUp = Duration.ZERO;

    @Option(names = "--published",
            description = "Give each strategy the pools of its article instead of an equal budget.")
    private boolean published;

    @Option(names = "--io", paramLabel = "N",
            description = "I/O concurrency of the equal budget (default: by Little's law from rate and delay).")
    private Optional<Integer> io = Optional.empty();

    @Option(names = "--cpu", paramLabel = "N",
            description = "CPU concurrency of the equal budget (default: the number of cores).")
    private Optional<Integer> cpu = Optional.empty();

    @Option(names = "--queue", paramLabel = "N",
            description = "Requests that the service lets in at once (default: as many as can meet the deadline).")
    private Optional<Integer> queueBound = Optional.empty();

    @Option(names = "--http-threads", paramLabel = "N",
            description = "Worker threads of the HTTP server (default: enough not to bind any strategy).")
    private Optional<Integer> httpThreads = Optional.empty();

    @Option(names = "--deadline", defaultValue = "5s", paramLabel = "TIME",
            description = "After which the service gives a request up (default: ${DEFAULT-VALUE}).")
    private Duration deadline = Duration.ZERO;

    @Option(names = "--blocks", defaultValue = "1", paramLabel = "N",
            description = "How often every strategy is measured, in random order (default: ${DEFAULT-VALUE}; one gives no ranking).")
    private int blocks;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of trials and of the mock (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--jvm", split = " ", defaultValue = JVM_FLAGS, paramLabel = "FLAGS",
            description = "JVM flags of the service, collector included (default: ${DEFAULT-VALUE}).")
    private List<String> jvmFlags = List.of();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where results go; a folder with trials of the same settings is completed (default: a new one under results/).")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter screen = spec.commandLine().getOut();
        Home home = Home.find();
        ComparisonSettings settings = settings(home, screen);
        screen.println("Results go to " + settings.out());
        screen.flush();
        Results results;
        try (ProgressLine progress = new ProgressLine("compare")) {
            results = new Comparison(settings, plugins.on(Programs.builtIn(home.folder(), home.java())), progress).run();
        }
        screen.println(new TerminalTable(Terminal.columns(), Terminal.unicode())
                .render(Reports.write(results, settings.out())));
        screen.println("Page: " + settings.out().resolve("report.html").toUri());
        screen.flush();
        boolean allMeasured = results.trials().stream().allMatch(trial -> trial.outcome() == Trial.Outcome.COMPLETED);
        return allMeasured ? 0 : 1;
    }

    private ComparisonSettings settings(Home home, PrintWriter screen) {
        Load load = load();
        int cores = Runtime.getRuntime().availableProcessors();
        double callMs = Math.max(1, delay.toNanos() / 1e6);
        Sizing sizing = Sizing.of(
                load, Collections.nCopies(CALLS, callMs), deadline.toMillis(), cores, Sizing.DEFAULT_HEADROOM);
        Budgets budgets = published
                ? new Budgets.Published()
                : new Budgets.Equal(io.orElse(sizing.ioConcurrency()), cpu.orElse(sizing.cpuConcurrency()));
        screen.println("Load: " + load.describe() + ", upstreams " + Math.round(callMs) + " ms, memory " + memory + " "
                + layout.label());
        if (!published && io.isEmpty()) {
            sizing.explanation().forEach(line -> screen.println("  " + line));
        }
        return new ComparisonSettings(
                names(),
                load,
                delay,
                memory,
                layout.label(),
                budgets,
                queueBound.orElse(sizing.queueBound()),
                httpThreads.orElse(sizing.httpThreads()),
                Optional.of(deadline),
                new WarmUp(warmUp, 3, warmUp.dividedBy(9)),
                duration,
                blocks,
                seed,
                jvmFlags,
                out.orElseGet(() -> home.folder()
                                .resolve("results")
                                .resolve(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss").format(LocalDateTime.now())))
                        .toAbsolutePath(),
                "./birdseye " + String.join(" ", spec.commandLine().getParseResult().originalArgs()));
    }

    private Load load() {
        if (rate.isPresent() && users.isPresent()) {
            throw new ParameterException(spec.commandLine(), "--rate and --users name two load models; choose one");
        }
        return users.map(Load::closed).orElseGet(() -> Load.open(rate.orElse(50.0)));
    }

    private List<String> names() {
        List<String> chosen;
        try {
            chosen = StrategyNames.resolve(strategies, plugins.strategies(), published);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (chosen.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "none of these strategies has a published budget");
        }
        return chosen;
    }
}
