package io.birdseye.cli.command;

import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.options.InjectorOptions;
import io.birdseye.cli.options.Percentage;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.cli.options.StrategyOptions.PluginOption;
import io.birdseye.cli.options.WorkOptions.ScenarioOption;
import io.birdseye.fanout.Shape;
import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Durations;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Layout;
import io.birdseye.model.Objective;
import io.birdseye.planning.advice.Advice;
import io.birdseye.planning.advice.MeasuredAdvice;
import io.birdseye.planning.advice.Question;
import io.birdseye.planning.advice.Replicas;
import io.birdseye.planning.advice.ScenarioQuestion;
import io.birdseye.planning.advice.Verification;
import io.birdseye.report.Reports;
import io.birdseye.report.StoredResults;
import io.birdseye.report.Verdicts;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Simplicity;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.scenario.Scenarios;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "advise",
        description = "How many threads, which strategy, and how many replicas: from your numbers, with the arithmetic and its sources.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./birdseye advise --calls 4 --latency 200ms --cpu-time 22ms --rate 50",
            "  ./birdseye advise --scenario checkout-page --verify",
            "  ./birdseye advise --capacity results/capacity-2026-11-28 --rate 300 --lost 1",
            "%nWithout --effort, --verify is quick: one process of each."
        },
        exitCodeList = {
            "0:an answer was given; that an objective cannot be reached is one",
            "1:--verify measured the recommendation, and it does not carry the rate within the objective",
            "3:the recommendation could not be measured, its trial is invalid, or the rate lies in its interval"
        })
public final class AdviseCommand extends MeasuringCommand {

    /** Of the rate that is asked for, where the search begins, and the most that it offers. */
    private static final double BEGIN_AT = 0.2;

    private static final double MOST = 10;

    /** So begin the lines of a draft for what could not be known. */
    private static final String TO_FILL_IN = "# fill in: ";

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

    @Option(names = "--capacity", paramLabel = "FILE|FOLDER",
            description = "Results of 'capacity': strategy and number of instances for --rate follow from what was measured there.")
    private Optional<Path> capacity = Optional.empty();

    @Option(names = "--explain", description = "Print the arithmetic with its sources, all strategies, and other pools as well.")
    private boolean explain;

    @Option(names = "--verify",
            description = "Measure here what the recommendation carries with its pools, and the next simplest strategy.")
    private boolean verify;

    @Mixin
    private final InjectorOptions injectors = new InjectorOptions();

    @Mixin
    private final EffortOption effort = new EffortOption();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where measurements go (default: a new folder under results/).")
    private Optional<Path> out = Optional.empty();

    @Override
    protected Exit run() throws Exception {
        if (capacity.isPresent()) {
            return measured(capacity.get());
        }
        int machine = Runtime.getRuntime().availableProcessors();
        Strategies known = plugins.strategies(this);
        ScenarioFile file = file(known);
        Question question = check(() -> question(file.scenario(), cores.orElse(machine)));
        CatalogMenu menu = new CatalogMenu(
                known, file.scenario().strategies(),
                new Shape(file.scenario().groups().stream().map(group -> group.calls().size()).toList()));
        Replicas replicas = Replicas.advise(menu, question, busiest(), lost.orElse(null));
        printText(explain ? replicas.render() : replicas.answer());
        String open = file.text().lines().map(String::strip).filter(line -> line.startsWith(TO_FILL_IN))
                .map(line -> line.substring(TO_FILL_IN.length()).split(":", 2)[0])
                .filter(field -> !(field.equals("objective") && p99.isPresent() || field.equals("load") && rate.isPresent()))
                .collect(Collectors.groupingBy(field -> field, LinkedHashMap::new, Collectors.counting())).entrySet().stream()
                .map(field -> field.getKey() + (field.getValue() > 1 ? " of " + field.getValue() + " calls" : ""))
                .collect(Collectors.joining(", "));
        if (!open.isEmpty()) {
            print("Not known to the draft, and assumed: " + open + ". Its lines with 'fill in' say what.");
        }
        if (!explain) {
            print((verify || replicas.each().recommendation() == null ? "" : "Verify: " + commandLine() + " --verify. ") + "Reasons, other strategies and pools: --explain.");
        }
        Advice advice = replicas.each();
        Advice.Recommendation recommendation = advice.recommendation();
        if (!verify || recommendation == null) {
            if (verify) {
                print("", "Nothing is recommended, so there is nothing to measure.");
            }
            printJson(() -> replicas.json(null));
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
        return verify(file, known, replicas, recommendation);
    }

    private @Nullable Double busiest() {
        if (utilisation.isPresent() && utilisation.get().value() == 0) {
            throw wrong("--utilisation must be above 0 and at most 100%");
        }
        return utilisation.map(Percentage::value).orElse(null);
    }

    /** A run of {@code capacity} of the first and the second choice, with the pools of the advice. */
    private Exit verify(ScenarioFile file, Strategies known, Replicas replicas, Advice.Recommendation recommended) throws Exception {
        Advice advice = replicas.each();
        Question question = advice.question();
        Path folder = workspace.newResults(out, "advise-", "");
        Effort level = effort.level();
        double rate = question.perSecond();
        TrialSettings settings = new TrialSettings(
                new Served(
                        Verification.choices(advice, recommended), new Budgets.Equal(recommended.io(), recommended.cpu()),
                        Work.article(Duration.ZERO, 0, Layout.PRIMITIVE).withScenario(Optional.of(file)),
                        new ServiceOptions(
                                recommended.maxInFlight(), recommended.httpThreads(), Optional.of(file.scenario().deadline()), Programs.serviceJvmFlags())),
                new LoadPlan(
                        question.load().at(rate * BEGIN_AT), WarmUp.of(CapacityCommand.warmUpOf(level)), CapacityCommand.windowOf(level),
                        SearchPlan.of(Verification.objective(question), rate * MOST, level)),
                new Measurement(level.blocks(), 1, ValidityBounds.DEFAULT, folder, commandLine(), Optional.empty(), Optional.empty()));
        print("");
        announceTime(Comparison.estimate(settings, BlockPlan.PLAIN, 1), "what first and second choice carry");
        announce("Results go to " + folder);
        Simplicity simplicity = CatalogMenu.simplicity(known);
        Site here = new LocalSite(injectors.in(this, plugins.programs(this)));
        ComparisonTable measured = Reports.write(measured(settings, BlockPlan.PLAIN, here, false, simplicity), folder, simplicity);
        Verification verification = new Verification(question, recommended, measured);
        print(tables().render(measured), verification.sentence(), "Page: " + folder.resolve(Reports.PAGE).toUri());
        printJson(() -> replicas.json(Verdicts.of(measured, List.of())));
        return verification.confirmed().map(held -> held ? Exit.FINE : Exit.CONDITION_FAILED).orElse(Exit.CANNOT_TELL);
    }

    /** From what was measured, without a simulation. */
    private Exit measured(Path results) throws IOException {
        refuse(Set.of(TreeOptions.class, ScenarioOption.class), "describes a request, and with --capacity it was measured");
        if (verify) {
            throw wrong("--verify measures what --capacity has measured already: give one of them");
        }
        StoredResults stored = RefusedInput.unless(() -> StoredResults.read(results));
        if (!stored.results().settings().searched()) {
            throw wrong("--capacity " + results + " holds no capacities: 'capacity' measures them");
        }
        Objective searched = stored.results().settings().objective();
        p99.map(Durations::ms).filter(ms -> !new Objective(99, ms).equals(searched)).ifPresent(ms -> {
            throw wrong("--p99 differs from what was searched there, " + searched + ": leave it out, or measure anew with 'capacity'");
        });
        double asked = rate.orElseThrow(() -> wrong("--capacity needs --rate, of all instances together"));
        Double share = busiest();
        ComparisonTable capacity = ComparisonTable.of(stored.results(), stored.folder(), CatalogMenu.simplicity(plugins.strategies(this)));
        MeasuredAdvice advice = check(() -> new MeasuredAdvice(
                capacity, asked, share == null ? Replicas.DEFAULT_BUSIEST : share, lost.orElse(0)));
        advice.sentences().forEach(this::print);
        printJson(() -> advice.json());
        return Exit.FINE;
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
