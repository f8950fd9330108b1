package io.birdseye.cli;

import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.Reports;
import io.birdseye.report.capacity.Sizing;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.Row;
import io.birdseye.report.text.TerminalTable;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
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

    private static final int CALLS = 4;

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Option(names = "--strategies", split = ",", paramLabel = "NAME",
            description = "Which strategies, separated by commas; 'published', 'repaired' and 'today' stand for all of that"
                    + " origin (default: all; see 'birdseye strategies').")
    private List<String> strategies = List.of();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Mixin
    private WorkOptions work = new WorkOptions();

    @Mixin
    private BudgetOptions budget = new BudgetOptions();

    @Mixin
    private ValidityOptions validity = new ValidityOptions();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of trials and of the mock (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--jvm", split = " +", defaultValue = Programs.SERVICE_JVM_FLAGS, paramLabel = "FLAGS",
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
        TrialSettings settings = settings(home, screen);
        Duration estimate = Comparison.estimate(settings);
        screen.printf(
                "%s of %s: about %d min in all%s%n",
                Format.count(settings.measurement().blocks(), "block"), Format.count(settings.strategies().size(), "trial"),
                Math.max(1, Math.round(estimate.toSeconds() / 60.0)),
                settings.measurement().blocks() == 1 ? "; one block gives no ranking (see --blocks and --thorough)" : "");
        screen.println("Results go to " + settings.measurement().out());
        screen.flush();
        Results results;
        try (ProgressLine progress = new ProgressLine("compare")) {
            results = new Comparison(settings, plugins.on(Programs.builtIn(home.folder(), home.java())), progress).run();
        }
        var comparison = Reports.write(results, settings.measurement().out());
        screen.println(new TerminalTable(Terminal.columns(), Terminal.unicode()).render(comparison));
        if (comparison.rows().stream().anyMatch(Row::anyInvalid)) {
            screen.println("Invalid trials are measured again by the same command with --out " + settings.measurement().out());
        }
        screen.println("Page: " + settings.measurement().out().resolve("report.html").toUri());
        screen.flush();
        boolean allMeasured = results.trials().stream().allMatch(trial -> trial.outcome() == Trial.Outcome.COMPLETED);
        return allMeasured ? 0 : 1;
    }

    private TrialSettings settings(Home home, PrintWriter screen) {
        Optional<ScenarioFile> file = scenario.load();
        file.ifPresent(found -> {
            ScenarioOption.refuseBeside(spec, List.of("--delay", "--memory", "--layout"));
            ScenarioOption.notReplayed(found.scenario()).forEach(screen::println);
        });
        Optional<Scenario> asked = file.map(ScenarioFile::scenario);
        Load offered = load.load(asked);
        Duration deadline = budget.deadline(asked);
        double callMs = Math.max(1, work.delay().toNanos() / 1e6);
        Sizing sizing = Sizing.of(
                offered, file.map(ScenarioFile::meanCallMs).orElse(Collections.nCopies(CALLS, callMs)),
                deadline.toMillis(), Runtime.getRuntime().availableProcessors(), Sizing.DEFAULT_HEADROOM);
        screen.println("Load: " + offered.describe() + asked.map(found -> ", scenario " + found.name())
                .orElse(", upstreams " + Math.round(callMs) + " ms, memory " + work.memoryMegabytes() + " "
                        + work.layout().label()));
        if (budget.sized(asked)) {
            sizing.explanation().forEach(line -> screen.println("  " + line));
        }
        Served served = new Served(
                names(asked),
                budget.budgets(sizing, asked),
                Work.article(work.delay(), work.memoryMegabytes(), work.layout()).withScenario(file),
                new ServiceOptions(
                        budget.maxInFlight(sizing, asked), budget.httpThreads(sizing), Optional.of(deadline), jvmFlags));
        Path folder = out.orElseGet(() -> home.folder()
                        .resolve("results")
                        .resolve(DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss").format(LocalDateTime.now())))
                .toAbsolutePath();
        String command = "./birdseye " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
        return new TrialSettings(
                served,
                new LoadPlan(offered, load.warmUp(), load.duration()),
                new Measurement(load.blocks(), seed, validity.bounds(), folder, command));
    }

    private List<String> names(Optional<Scenario> asked) {
        List<String> wanted = strategies.isEmpty() ? asked.map(Scenario::strategies).orElse(List.of()) : strategies;
        List<String> chosen;
        try {
            chosen = StrategyNames.resolve(wanted, plugins.strategies(), budget.published());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        if (chosen.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "none of these strategies has a published budget");
        }
        return chosen;
    }
}
