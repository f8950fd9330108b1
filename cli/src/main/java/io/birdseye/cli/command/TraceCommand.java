package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.options.LimitOptions.ThreadOptions;
import io.birdseye.cli.options.LoadOptions;
import io.birdseye.cli.options.StrategyOptions;
import io.birdseye.cli.options.TemporaryFolder;
import io.birdseye.cli.options.WorkOptions;
import io.birdseye.cli.terminal.ProgressLine;
import io.birdseye.cli.terminal.Terminal;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.Tracing;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Budget;
import io.birdseye.model.Durations;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.WholeFile;
import io.birdseye.report.page.TracePage;
import io.birdseye.report.trace.TerminalWaterfall;
import io.birdseye.report.trace.TraceSet.Circumstance;
import io.birdseye.report.trace.TraceSet;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "trace",
        description = {
            "Draw one request per strategy as a waterfall: lanes are threads, bars are tasks, hatching is queueing.",
            "In the terminal, and as a page. With --rate or --users other requests run beside it, and the typical one"
                + " of those traced meanwhile is drawn."
        },
        footer = "%nEach strategy is a picture to look at, so without --strategies there are the published ones only.",
        exitCodeList = {"0:every strategy was drawn", "1:no traced request of a strategy was answered"})
public final class TraceCommand extends BirdseyeCommand {

    /** A higher load beside the traced requests would itself determine the traces. */
    private static final int MAX_LOAD = 1_000;

    private static final Duration MIN_DURATION = Duration.ofMillis(100);
    private static final Duration MAX_DURATION = Duration.ofSeconds(60);
    private static final int MAX_IN_FLIGHT = 64;
    private static final int HTTP_THREADS = 16;

    @Mixin
    private final StrategyOptions strategies = new StrategyOptions();

    @Mixin
    private final WorkOptions work = new WorkOptions();

    @Mixin
    private final ThreadOptions threads = new ThreadOptions();

    @Mixin
    private final LoadOptions load = new LoadOptions();

    @Option(names = "--duration", paramLabel = "TIME",
            description = "How long requests of each strategy are traced under load (default: by --effort, 3s, 5s or 20s).")
    private Optional<Duration> given = Optional.empty();

    @Mixin
    private final EffortOption effort = new EffortOption();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where the page goes, as trace.html (default: a new folder under results/).")
    private Optional<Path> out = Optional.empty();

    private Duration duration = Duration.ZERO;

    @Override
    protected Exit run() throws Exception {
        duration = given.orElse(Duration.ofSeconds(effort.level().pick(3, 5, 20)));
        Optional<Load> others = load();
        Work asked = work.work(this, strategies.known(this));
        Optional<Scenario> scenario = asked.scenario().map(ScenarioFile::scenario);
        Served served = new Served(
                strategies.chosen(this, scenario), pools(scenario), asked,
                new ServiceOptions(
                        MAX_IN_FLIGHT, HTTP_THREADS, scenario.map(Scenario::deadline),
                        Programs.serviceJvmFlags()));
        Path file = workspace.newResults(out, "trace-", "").resolve("trace.html");
        // Before anything is measured: if the page cannot be written, the command ends at once.
        Files.createDirectories(file.getParent());
        announceTime(Tracing.estimate(served, others, duration), Format.count(served.strategies().size(), "request") + " as pictures");
        lookAtMachine();
        return TemporaryFolder.use(this, "trace", logs -> trace(served, others, file, logs));
    }

    private Exit trace(Served served, Optional<Load> others, Path file, Path logs) throws Exception {
        Tracing.Traces traces;
        try (ProgressLine progress = progress("trace")) {
            traces = new Tracing(served, others, duration, logs, load.injectors().in(this, strategies.programs(this)), progress).run();
        }
        TraceSet set = new TraceSet(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), commandLine(),
                circumstances(served, others), others.isPresent(), traces.traced(), traces.unanswered());
        WholeFile.write(file, TracePage.render(set));
        draw(set);
        print("Page: " + file.toUri());
        return set.unanswered().isEmpty() ? Exit.FINE : Exit.CONDITION_FAILED;
    }

    private void draw(TraceSet set) {
        TerminalWaterfall waterfall =
                new TerminalWaterfall(Terminal.columns(), Terminal.colours(), set.longestMs());
        for (TraceSet.Traced traced : set.traced()) {
            printStyled(String.join("\n", waterfall.draw(traced.trace())) + "\n\n");
        }
        set.unanswered().forEach(one -> print(one.strategy() + ": no traced request was answered: "
                + one.reason()));
        print("█ runs or waits for its upstream   ░ queues for a thread   ▒ for its pool   · HTTP thread held");
    }

    /** An option has precedence over the scenario. */
    private Budgets.Equal pools(Optional<Scenario> scenario) {
        Optional<Budget> budget = scenario.map(Scenario::budget);
        return check(() -> new Budgets.Equal(
                threads.io().or(() -> budget.map(Budget::ioConcurrency)).orElse(8),
                threads.cpu().or(() -> budget.map(Budget::cpuConcurrency)).orElse(2)));
    }

    private static List<Circumstance> circumstances(Served served, Optional<Load> others) {
        List<Circumstance> all = new ArrayList<>();
        Work work = served.work();
        if (work.scenario().isPresent()) {
            all.add(new Circumstance("Scenario", work.scenario().get().scenario().name()));
        } else {
            all.add(new Circumstance("Upstreams answer after", Format.ms(Durations.ms(work.upstreamDelay()))));
            all.add(new Circumstance(
                    "Shared memory", Format.setting(work.memoryMegabytes()) + " MB, " + work.layout().label()));
        }
        if (served.budgets() instanceof Budgets.Equal(int calls, int combinations)) {
            all.add(new Circumstance("Budget", calls + " calls and " + combinations + " combinations at once"));
        }
        all.add(new Circumstance("HTTP threads", String.valueOf(served.service().httpThreads())));
        all.add(new Circumstance("Other requests", others.map(Load::describe).orElse("none")));
        all.add(new Circumstance("Machine", Format.count(Runtime.getRuntime().availableProcessors(), "core")));
        return all;
    }

    private Optional<Load> load() {
        Optional<Load> given = load.given(this);
        if (given.isEmpty() && (given("--arrivals") || given("--burst"))) {
            throw wrong("--arrivals and --burst need --rate");
        }
        if (given.filter(others -> Math.max(others.ratePerSecond(), others.users()) > MAX_LOAD).isPresent()) {
            throw wrong("--rate and --users must be above 0 and at most " + MAX_LOAD);
        }
        if (duration.compareTo(MIN_DURATION) < 0 || duration.compareTo(MAX_DURATION) > 0) {
            throw wrong("--duration must be from " + Durations.format(MIN_DURATION) + " to "
                    + MAX_DURATION.toSeconds() + "s");
        }
        return given;
    }
}
