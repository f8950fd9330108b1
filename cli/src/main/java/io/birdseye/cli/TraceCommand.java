package io.birdseye.cli;

import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.Tracing;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Budget;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.page.TracePage;
import io.birdseye.report.trace.TerminalWaterfall;
import io.birdseye.report.trace.TraceSet.Circumstance;
import io.birdseye.report.trace.TraceSet;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
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
        description = {
            "Draw one request per strategy as a waterfall: lanes are threads, bars are tasks, hatching is queueing.",
            "In the terminal, and as a page. With --rate or --users other requests run beside it, and the typical one"
                + " of those traced meanwhile is drawn."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class TraceCommand implements Callable<Integer> {

    /** Beside the traced requests; beyond it the load itself would be what is seen. */
    private static final int MOST = 1_000;

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int MAX_IN_FLIGHT = 64;
    private static final int HTTP_THREADS = 16;

    @Parameters(paramLabel = "STRATEGY", arity = "0..*",
            description = "Which strategies (default: the published ones).")
    private List<String> strategies = List.of("published");

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Mixin
    private WorkOptions work = new WorkOptions();

    @Option(names = "--io", defaultValue = "8", paramLabel = "N",
            description = "I/O concurrency of the budget (default: ${DEFAULT-VALUE}).")
    private int io;

    @Option(names = "--cpu", defaultValue = "2", paramLabel = "N",
            description = "CPU concurrency of the budget (default: ${DEFAULT-VALUE}).")
    private int cpu;

    @Option(names = "--rate", paramLabel = "PER_SECOND",
            description = "Trace while so many requests per second arrive (open model).")
    private Optional<Double> rate = Optional.empty();

    @Option(names = "--users", paramLabel = "N",
            description = "Trace while so many users ask, each again when it has its answer (closed model).")
    private Optional<Integer> users = Optional.empty();

    @Option(names = "--duration", defaultValue = "5s", paramLabel = "TIME",
            description = "How long requests of each strategy are traced under load (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(names = "--html", paramLabel = "FILE",
            description = "Where the page goes (default: a new file under results/).")
    private Optional<Path> page = Optional.empty();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Optional<Load> load = load();
        Optional<ScenarioFile> tree = scenario.load();
        tree.ifPresent(found -> ScenarioOption.refuseBeside(spec, List.of("--delay", "--memory", "--layout")));
        Optional<Scenario> asked = tree.map(ScenarioFile::scenario);
        List<String> names = names(asked);
        Home home = Home.find();
        Path file = page.orElseGet(() -> home.folder().resolve("results").resolve("trace-"
                        + DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss").format(LocalDateTime.now()) + ".html"))
                .toAbsolutePath();
        // Before anything is traced: a page that cannot be written should not cost the time.
        Files.createDirectories(file.getParent());
        Served served = new Served(
                names,
                pools(asked),
                Work.article(work.delay(), work.memoryMegabytes(), work.layout()).withScenario(tree),
                new ServiceOptions(
                        MAX_IN_FLIGHT, HTTP_THREADS, asked.map(Scenario::deadline), Programs.serviceJvmFlags()));
        Path logs = Files.createTempDirectory("birdseye-trace");
        Tracing.Outcome outcome;
        try (ProgressLine progress = new ProgressLine("trace")) {
            Programs programs = plugins.on(Programs.builtIn(home.folder(), home.java()));
            outcome = new Tracing(served, load, duration, logs, programs, progress).run();
        }
        TraceSet set = new TraceSet(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                "./birdseye " + String.join(" ", spec.commandLine().getParseResult().originalArgs()),
                circumstances(load, asked), load.isPresent(), outcome.traced(), outcome.unanswered());
        Files.writeString(file, TracePage.render(set));
        draw(set, spec.commandLine().getOut(), file);
        return set.unanswered().isEmpty() ? 0 : 1;
    }

    private static void draw(TraceSet set, PrintWriter screen, Path file) {
        TerminalWaterfall waterfall =
                new TerminalWaterfall(Terminal.columns(), Terminal.colours(), set.longestMs());
        for (TraceSet.Traced traced : set.traced()) {
            waterfall.draw(traced.trace()).forEach(screen::println);
            screen.println();
        }
        set.unanswered().forEach(one -> screen.println(one.strategy() + ": no traced request was answered: "
                + one.reason()));
        screen.println("█ runs or waits for its upstream   ░ queues for a thread   · HTTP thread held");
        screen.println("Page: " + file.toUri());
        screen.flush();
    }

    /** A flag wins over the scenario. */
    private Budgets.Equal pools(Optional<Scenario> asked) {
        Optional<Budget> budget = asked.map(Scenario::budget);
        return new Budgets.Equal(
                ScenarioOption.given(spec, "--io") ? io : budget.map(Budget::ioConcurrency).orElse(io),
                ScenarioOption.given(spec, "--cpu") ? cpu : budget.map(Budget::cpuConcurrency).orElse(cpu));
    }

    private List<Circumstance> circumstances(Optional<Load> load, Optional<Scenario> asked) {
        List<Circumstance> all = new ArrayList<>();
        if (asked.isPresent()) {
            all.add(new Circumstance("Scenario", asked.get().name()));
        } else {
            all.add(new Circumstance("Upstreams answer after", Format.ms(work.delay().toNanos() / 1e6)));
            all.add(new Circumstance(
                    "Shared memory", Format.setting(work.memoryMegabytes()) + " MB, " + work.layout().label()));
        }
        Budgets.Equal pools = pools(asked);
        all.add(new Circumstance("Budget",
                pools.ioConcurrency() + " calls and " + pools.cpuConcurrency() + " combinations at once"));
        all.add(new Circumstance("HTTP threads", String.valueOf(HTTP_THREADS)));
        all.add(new Circumstance("Other requests", load.map(Load::describe).orElse("none")));
        all.add(new Circumstance("Machine", Format.count(Runtime.getRuntime().availableProcessors(), "core")));
        return all;
    }

    private Optional<Load> load() {
        if (rate.isPresent() && users.isPresent()) {
            throw new ParameterException(spec.commandLine(), "--rate and --users name two load models; choose one");
        }
        if (rate.filter(value -> !(value > 0 && value <= MOST)).isPresent()
                || users.filter(value -> !(value > 0 && value <= MOST)).isPresent()) {
            throw new ParameterException(spec.commandLine(), "--rate and --users must be above 0 and at most " + MOST);
        }
        if (duration.compareTo(Duration.ofMillis(100)) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new ParameterException(spec.commandLine(), "--duration must be from 100ms to 60s");
        }
        return users.map(Load::closed).or(() -> rate.map(Load::open));
    }

    private List<String> names(Optional<Scenario> asked) {
        List<String> chosen = asked.map(Scenario::strategies).orElse(List.of());
        boolean leftToTheFile = spec.commandLine().getParseResult().matchedPositionals().isEmpty() && !chosen.isEmpty();
        try {
            return StrategyNames.resolve(leftToTheFile ? chosen : strategies, plugins.strategies(), false);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
