package io.birdseye.cli.command;

import io.birdseye.cli.load.LoadOptions;
import io.birdseye.cli.options.BlockOptions;
import io.birdseye.cli.options.FailOnOption;
import io.birdseye.cli.options.JsonCommand;
import io.birdseye.cli.options.LimitOptions;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.cli.options.StrategyOptions;
import io.birdseye.cli.options.TargetOptions;
import io.birdseye.cli.options.ValidityOptions;
import io.birdseye.cli.options.WorkOptions;
import io.birdseye.loadtest.foreign.TargetSettings;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.recipe.TargetComparison;
import io.birdseye.loadtest.target.ServiceTarget;
import io.birdseye.loadtest.target.TargetRefused;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.report.Reports;
import io.birdseye.report.capacity.Sizing;
import io.birdseye.report.condition.ConditionResult;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.Verdicts;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code birdseye compare}. */
@Command(
        name = "compare",
        description = {
            "Measure strategies under load, one fresh JVM each, and print a table, a page and results.json.",
            "With --url or --service, measure variants of a service of your own instead."
        },
        footer = "%nWithout --rate, --users and a scenario the load is 50 requests per second.",
        exitCodeList = {
            "0:every trial was measured and is valid, and no condition of --fail-on is true",
            "1:a condition of --fail-on is true, or a trial failed; the others are in the table",
            "3:a trial is invalid, --precision was not reached, or a condition of --fail-on cannot be told"
        })
public final class CompareCommand extends JsonCommand {

    @Mixin
    private final StrategyOptions strategies = new StrategyOptions();

    @Mixin
    private final TargetOptions target = new TargetOptions();

    @Mixin
    private final LoadOptions load = new LoadOptions();

    @Option(names = "--duration", paramLabel = "TIME",
            description = "Measured time of each trial (default: 30s; with --thorough 60s).")
    private Optional<Duration> duration = Optional.empty();

    @Option(names = "--warm-up", paramLabel = "TIME",
            description = "Load before that, not measured, in three cycles of rising rate"
                    + " (default: 18s; with --thorough 30s).")
    private Optional<Duration> warmUp = Optional.empty();

    @Mixin
    private final BlockOptions blocks = new BlockOptions();

    @Option(names = "--thorough",
            description = "Measure what a publishable result needs: 5 blocks, 30 s of warm-up and 60 s measured in each"
                    + " trial. Prints first how long that takes.")
    private boolean thorough;

    @Mixin
    private final WorkOptions work = new WorkOptions();

    @Option(names = "--published",
            description = "Give each strategy the pools of its article instead of an equal budget.")
    private boolean published;

    @Mixin
    private final LimitOptions limits = new LimitOptions();

    @Mixin
    private final ValidityOptions validity = new ValidityOptions();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of trials and of the mock (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where results go; a folder with trials of the same settings is completed (default: a new one"
                    + " under results/).")
    private Optional<Path> out = Optional.empty();

    @Mixin
    private final FailOnOption failOn = new FailOnOption();

    @Override
    protected Exit run() throws Exception {
        if (target.given()) {
            return compareTarget();
        }
        target.refuseAlone(this);
        TrialSettings settings = check(() -> settings());
        Conditions conditions = failOn.conditions(this, settings.strategies());
        Path folder = settings.measurement().out();
        BlockPlan plan = blocks.plan(this, settings.strategies());
        int rounds = settings.measurement().blocks();
        print(Format.text(
                "%s of %s: about %d min in all%s%s", Format.count(rounds, "block"),
                Format.count(plan.trials(settings.strategies().size()), "trial"),
                Math.max(1, Math.round(Comparison.estimate(settings, plan).toSeconds() / 60.0)),
                blocks.announcement(),
                rounds == 1 ? "; one block gives no ranking (see --blocks and --thorough)" : ""),
                "Results go to " + folder);
        lookAtMachine();
        Results results;
        try (ProgressLine progress = new ProgressLine("compare")) {
            results = new Comparison(settings, plan, load.injectors().in(this, strategies.programs(this)), progress).run();
        }
        return show(results, folder, conditions);
    }

    /** A service of the user's own. */
    private Exit compareTarget() throws Exception {
        TargetSettings settings = target.settings(this, new TargetOptions.Beside(
                load.given(this), duration, warmUp, limits.givenDeadline(), thorough,
                count -> new Measurement(count, seed, validity.bounds(), workspace.newResults(out, "", ""), commandLine()),
                blocks.given()));
        Conditions conditions = failOn.conditions(this, settings.variants());
        Path folder = settings.measurement().out();
        BlockPlan plan = blocks.plan(this, settings.variants());
        int rounds = settings.measurement().blocks();
        boolean running = settings.target() instanceof ServiceTarget.Running;
        print("Service: " + settings.target().address() + (running ? ", which runs" : ", started for each trial")
                + "; load: " + settings.load().describe());
        settings.target().requests().forEach(request -> print("  " + request.name() + ": " + request.describe()));
        print(Format.text(
                "%s of %s: about %d min in all%s%s", Format.count(rounds, "block"),
                Format.count(plan.trials(settings.variants().size()), running ? "slice" : "trial"),
                Math.max(1, Math.round(TargetComparison.estimate(settings, plan).toSeconds() / 60.0)),
                blocks.announcement(),
                rounds == 1 && settings.variants().size() > 1
                        ? "; one block gives no ranking (see --blocks and --thorough)"
                        : ""),
                "Results go to " + folder);
        lookAtMachine();
        Results results;
        try (ProgressLine progress = new ProgressLine("compare")) {
            results = new TargetComparison(settings, plan, load.injectors().in(this, workspace.programs()), progress).run();
        } catch (TargetRefused e) {
            throw new RefusedInput(e);
        }
        return show(results, folder, conditions);
    }

    private Exit show(Results results, Path folder, Conditions conditions) throws IOException {
        ComparisonTable comparison = reports(results, folder);
        print(Terminal.table(comparison));
        blocks.outcome(comparison.ranking(), folder).ifPresent(this::print);
        if (comparison.rows().stream().anyMatch(Row::anyInvalid)) {
            print("Invalid trials are measured again by the same command with --out " + folder);
        }
        List<ConditionResult> judged = conditions.judge(comparison);
        judged.forEach(result -> print(result.line()));
        print("Page: " + folder.resolve(Reports.PAGE).toUri());
        printJson(Verdicts.of(comparison, judged));
        return measured(comparison).and(Conditions.exit(judged));
    }

    /** Whether everything was measured that was asked for. */
    private Exit measured(ComparisonTable comparison) {
        if (comparison.results().trials().stream().anyMatch(Trial::failed)) {
            return Exit.CONDITION_FAILED;
        }
        boolean valid = comparison.rows().stream().noneMatch(Row::anyInvalid);
        return valid && blocks.reached(comparison.ranking()) ? Exit.FINE : Exit.CANNOT_TELL;
    }

    private static ComparisonTable reports(Results results, Path folder) throws IOException {
        try {
            return Reports.write(results, folder);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; every trial is kept, and the same command with --out " + folder
                    + " writes the reports without measuring again", e);
        }
    }

    private TrialSettings settings() {
        Work asked = work.work(this, strategies.known(this));
        Optional<Scenario> scenario = asked.scenario().map(ScenarioFile::scenario);
        scenario.map(LoadOptions::notReproduced).ifPresent(notes -> print(notes.toArray()));
        List<String> names = names(scenario);
        Load offered = load.load(this, scenario);
        ServiceLimits given = limits.limits(scenario);
        Duration deadline = limits.deadline(scenario);
        Sizing sizing = new PointSettings(names.getFirst(), offered, asked, given, deadline).sizing();
        print("Load: " + offered.describe() + scenario.map(found -> ", scenario " + found.name())
                .orElse(", upstreams " + asked.upstreamDelay().toMillis() + " ms, memory " + asked.memoryMegabytes() + " "
                        + asked.layout().label()));
        if (!published && given.io().isEmpty()) {
            sizing.explanation().forEach(line -> print("  " + line));
        }
        Duration warmUpTime = warmUp.orElse(Duration.ofSeconds(thorough ? 30 : 18));
        return new TrialSettings(
                new Served(
                        names, published ? new Budgets.Published() : given.budgets(sizing), asked,
                        given.service(sizing, deadline, limits.jvmFlags())),
                new LoadPlan(offered, WarmUp.of(warmUpTime), duration.orElse(Duration.ofSeconds(thorough ? 60 : 30))),
                new Measurement(
                        blocks.least(thorough), seed, validity.bounds(),
                        workspace.newResults(out, "", ""), commandLine()));
    }

    private List<String> names(Optional<Scenario> scenario) {
        List<String> chosen = strategies.chosen(this, scenario).stream()
                .filter(name -> !published || strategies.known(this)
                        .find(name).flatMap(entry -> entry.publishedBudget(1, 1)).isPresent())
                .toList();
        if (chosen.isEmpty()) {
            throw wrong("none of these strategies has a published budget");
        }
        return chosen;
    }
}
