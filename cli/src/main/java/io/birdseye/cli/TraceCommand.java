package io.birdseye.cli;

import io.birdseye.loadtest.LoadSettings.WarmUp;
import io.birdseye.loadtest.trial.ComparisonSettings;
import io.birdseye.loadtest.trial.ComparisonSettings.Budgets;
import io.birdseye.loadtest.trial.Programs;
import io.birdseye.loadtest.trial.Tracing;
import io.birdseye.memory.Layout;
import io.birdseye.report.result.Load;
import io.birdseye.report.trace.RequestTrace;
import io.birdseye.report.trace.TerminalWaterfall;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.strategy.Strategies;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code birdseye trace}. */
@Command(
        name = "trace",
        description = "Draw one request per strategy as a waterfall: lanes are threads, bars are tasks, hatching is queueing.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TraceCommand implements Callable<Integer> {

    @Parameters(paramLabel = "STRATEGY", arity = "0..*", description = "Which strategies (default: the published ones).")
    private List<String> strategies = List.of("published");

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Option(names = "--delay", defaultValue = "200ms", paramLabel = "TIME",
            description = "Delay of every upstream (default: ${DEFAULT-VALUE}).")
    private Duration delay = Duration.ZERO;

    @Option(names = "--memory", defaultValue = "5", paramLabel = "MB",
            description = "Shared memory by the article's label (default: ${DEFAULT-VALUE}).")
    private double memory;

    @Option(names = "--layout", defaultValue = "boxed", paramLabel = "LAYOUT",
            description = "How the shared lists are held: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Layout layout = Layout.BOXED;

    @Option(names = "--io", defaultValue = "8", paramLabel = "N",
            description = "I/O concurrency of the budget (default: ${DEFAULT-VALUE}).")
    private int io;

    @Option(names = "--cpu", defaultValue = "2", paramLabel = "N",
            description = "CPU concurrency of the budget (default: ${DEFAULT-VALUE}).")
    private int cpu;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Home home = Home.find();
        Path logs = Files.createTempDirectory("birdseye-trace");
        Optional<ScenarioFile> file = scenario.load();
        file.ifPresent(found -> ScenarioOption.refuseBeside(spec, List.of("--delay", "--memory", "--layout")));
        Optional<Scenario> asked = file.map(ScenarioFile::scenario);
        Optional<Scenario.Budget> budget = asked.map(Scenario::budget);
        Budgets pools = new Budgets.Equal(
                ScenarioOption.given(spec, "--io") ? io : budget.map(Scenario.Budget::io).orElse(io),
                ScenarioOption.given(spec, "--cpu") ? cpu : budget.map(Scenario.Budget::cpu).orElse(cpu));
        ComparisonSettings plain = new ComparisonSettings(
                names(asked), Load.closed(1), delay, memory, layout.label(), pools, 64, 16,
                asked.map(Scenario::deadline), WarmUp.none(), Duration.ofSeconds(1), 1, 1,
                List.of(CompareCommand.JVM_FLAGS.split(" ")),
                logs, "./birdseye trace");
        ComparisonSettings settings = file.map(plain::withScenario).orElse(plain);
        List<RequestTrace> traces;
        try (ProgressLine progress = new ProgressLine("trace")) {
            traces = new Tracing(settings, Programs.builtIn(home.folder(), home.java()), progress).run();
        }
        PrintWriter screen = spec.commandLine().getOut();
        double longestMs = traces.stream().mapToDouble(RequestTrace::totalMs).max().orElse(0);
        TerminalWaterfall waterfall = new TerminalWaterfall(Terminal.columns(), Terminal.colours(), longestMs);
        for (RequestTrace trace : traces) {
            waterfall.draw(trace).forEach(screen::println);
            screen.println();
        }
        screen.println("█ runs or waits for its upstream   ░ queues for a thread   · HTTP thread held");
        screen.flush();
        return 0;
    }

    private List<String> names(Optional<Scenario> asked) {
        List<String> chosen = asked.map(Scenario::strategies).orElse(List.of());
        boolean leftToTheFile = spec.commandLine().getParseResult().matchedPositionals().isEmpty() && !chosen.isEmpty();
        try {
            return StrategyNames.resolve(leftToTheFile ? chosen : strategies, Strategies.load(), false);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
