package io.birdseye.cli.command;

import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.options.InjectorOptions;
import io.birdseye.cli.options.JsonCommand;
import io.birdseye.cli.options.Percentage;
import io.birdseye.cli.options.StrategyOptions.PluginOption;
import io.birdseye.cli.options.WorkOptions.ScenarioOption;
import io.birdseye.cli.terminal.ProgressLine;
import io.birdseye.fanout.Shape;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Durations;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Layout;
import io.birdseye.model.WholeFile;
import io.birdseye.planning.advice.Advice;
import io.birdseye.planning.advice.Question;
import io.birdseye.planning.advice.Replicas;
import io.birdseye.planning.advice.ScenarioQuestion;
import io.birdseye.planning.advice.Verification;
import io.birdseye.planning.advice.VerificationPage;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.scenario.Scenarios;
import io.birdseye.strategy.Strategies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code birdseye advise}. */
@Command(
        name = "advise",
        description = "How many threads, which strategy, and how many replicas: from your numbers, with the arithmetic and its sources.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./birdseye advise --calls 4 --latency 200ms --cpu-time 22ms --rate 50 --cores 2 --p99 400ms",
            "  ./birdseye advise --scenario checkout-page --verify"
        },
        exitCodeList = {
            "0:an answer was given; that an objective cannot be reached is one",
            "1:--verify measured the recommendation, and it misses the objective",
            "3:the recommendation could not be measured, its trial is invalid, or its p99 is above the objective by no more than chance"
        })
public final class AdviseCommand extends JsonCommand {

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Mixin
    private final TreeOptions tree = new TreeOptions();

    /** A tree of equal calls. */
    static final class TreeOptions {

        @Option(names = "--calls", paramLabel = "N", description = "Upstream calls of a request; they start together.")
        private Optional<Integer> calls = Optional.empty();

        @Option(names = "--latency", paramLabel = "TIME", description = "How long each of them takes.")
        private Optional<Duration> latency = Optional.empty();

        @Option(names = "--cpu-time", paramLabel = "TIME", description = "CPU time of a request, all of it.")
        private Optional<Duration> cpuTime = Optional.empty();
    }

    @Option(names = "--rate", paramLabel = "PER_SECOND",
            description = "Requests per second (default: the scenario's objective, or its load).")
    private Optional<Double> rate = Optional.empty();

    @Option(names = "--p99", paramLabel = "TIME",
            description = "What 99 of 100 requests must not exceed (default: the scenario's objective, or none).")
    private Optional<Duration> p99 = Optional.empty();

    @Option(names = "--cores", paramLabel = "N", description = "Cores of the service (default: those of this machine).")
    private Optional<Integer> cores = Optional.empty();

    @Option(names = "--utilisation", paramLabel = "SHARE",
            description = "How busy the cores of an instance may be, such as 60%%: says how many replicas that takes"
                    + " (default: 70%% where one instance cannot carry the rate).")
    private Optional<Percentage> utilisation = Optional.empty();

    @Option(names = "--lost", paramLabel = "N",
            description = "How many replicas may be lost without missing the objective (default: 1 where one instance is not"
                    + " enough).")
    private Optional<Integer> lost = Optional.empty();

    @Option(names = "--verify",
            description = "Measure the recommendation, half its pool and double, here.")
    private boolean verify;

    @Mixin
    private final InjectorOptions injectors = new InjectorOptions();

    /** A cold JVM needs half as much CPU time again for each request, so quick is for a first look only. */
    @Mixin
    private final EffortOption effort = new EffortOption();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where measurements go (default: a new folder under results/).")
    private Optional<Path> out = Optional.empty();

    @Override
    protected Exit run() throws Exception {
        int machine = Runtime.getRuntime().availableProcessors();
        Strategies known = plugins.strategies(this);
        ScenarioFile file = file(known);
        Question question = check(() -> question(file.scenario(), cores.orElse(machine)));
        CatalogMenu menu = new CatalogMenu(
                known, file.scenario().strategies(),
                new Shape(file.scenario().groups().stream().map(group -> group.calls().size()).toList()));
        Replicas replicas = Replicas.advise(menu, question, busiest(), lost());
        printText(replicas.render());
        Advice advice = replicas.each();
        Advice.Recommendation recommendation = advice.recommendation();
        if (!verify || recommendation == null) {
            if (verify) {
                print("", "Nothing is recommended, so there is nothing to measure.");
            }
            printJson(replicas.json(Optional.empty()));
            return Exit.FINE;
        }
        if (question.cores() != machine) {
            print("", "The advice is for " + question.cores() + " cores; the measurement runs on this machine's "
                    + machine + ".");
        }
        if (replicas.count() > 1) {
            print("", "Measured is one of the " + replicas.count() + " replicas"
                    + (replicas.lost() == 0 ? "." : ", with the load that it has after a loss."));
        }
        return verify(file, menu, replicas, recommendation);
    }

    private @Nullable Double busiest() {
        if (utilisation.isPresent() && utilisation.get().value() == 0) {
            throw wrong("--utilisation must be above 0 and at most 100%");
        }
        return utilisation.map(Percentage::value).orElse(null);
    }

    private @Nullable Integer lost() {
        if (lost.isPresent() && (lost.get() < 0 || lost.get() > 1_000)) {
            throw wrong("--lost must be between 0 and 1000");
        }
        return lost.orElse(null);
    }

    private Exit verify(
            ScenarioFile file, CatalogMenu menu, Replicas replicas, Advice.Recommendation recommended) throws Exception {
        Advice advice = replicas.each();
        Question question = advice.question();
        Path folder = workspace.newResults(out, "advise-", "");
        PointSettings point = new PointSettings(
                recommended.strategy(), question.load(),
                Work.article(Duration.ZERO, 0, Layout.PRIMITIVE).withScenario(Optional.of(file)),
                ServiceLimits.of(
                        recommended.io(), recommended.cpu(), recommended.maxInFlight(), recommended.httpThreads()),
                file.scenario().deadline());
        Effort level = effort.level();
        Duration window = Verification.duration(question).dividedBy(level.pick(2, 1, 1)).multipliedBy(level.pick(1, 1, 2));
        PointTrials trials = new PointTrials(
                level.warmUp(), window, 1, Programs.serviceJvmFlags(), ValidityBounds.DEFAULT, folder,
                commandLine(), PointTrials.Runner.with(injectors.in(this, plugins.programs(this))));
        announce("");
        announceTime(Verification.estimate(recommended, point, trials), "three points");
        announce("Results go to " + folder);
        lookAtMachine();
        SweepResult measured;
        try (ProgressLine progress = progress("verify")) {
            measured = Verification.measure(recommended, point, trials, progress);
        }
        Verification verification = Verification.of(
                question, recommended, pool -> menu.topology(recommended.strategy(), pool, recommended.cpu()), measured);
        Path page = folder.resolve("advise.html");
        WholeFile.write(page, VerificationPage.render(verification, advice, measured));
        print(verification.text() + "Page: " + page.toUri());
        printJson(replicas.json(Optional.of(verification)));
        return verification.confirmed()
                .map(confirmed -> confirmed ? Exit.FINE : Exit.CONDITION_FAILED)
                .orElse(Exit.CANNOT_TELL);
    }

    /** The scenario, or that of the options; without both, that of the main article. */
    private ScenarioFile file(Strategies known) {
        Optional<ScenarioFile> given = scenario.load(known);
        if (given.isPresent()) {
            refuseBesideScenario(TreeOptions.class);
            return given.get();
        }
        if (given(Set.of(TreeOptions.class)).isEmpty()) {
            return Scenarios.load(Scenarios.OVERVIEW);
        }
        List<String> missing = new ArrayList<>();
        Map.of("--calls", tree.calls, "--latency", tree.latency, "--cpu-time", tree.cpuTime, "--rate", rate)
                .forEach((flag, value) -> value.ifPresentOrElse(_ -> {}, () -> missing.add(flag)));
        missing.sort(null);
        if (!missing.isEmpty()) {
            throw wrong("without a scenario --calls, --latency, --cpu-time and --rate are needed; missing: "
                    + String.join(", ", missing));
        }
        return check(() -> ScenarioQuestion.equalCalls(tree.calls.orElseThrow(), tree.latency.orElseThrow(), tree.cpuTime.orElseThrow()));
    }

    private Question question(Scenario asked, int onCores) {
        if (tree.calls.isPresent()) {
            return Question.ofEqualCalls(
                    tree.calls.get(), Durations.ms(tree.latency.orElseThrow()), Durations.ms(tree.cpuTime.orElseThrow()), rate.orElseThrow(),
                    onCores, p99.map(Durations::ms).orElse(null));
        }
        return ScenarioQuestion.of(asked, rate, p99, ScenarioQuestion.CpuCosts.ASSUMED, onCores);
    }
}
