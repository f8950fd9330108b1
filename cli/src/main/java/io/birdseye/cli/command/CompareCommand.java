package io.birdseye.cli.command;

import io.birdseye.cli.options.AxisOptions;
import io.birdseye.cli.options.BlockOptions;
import io.birdseye.cli.options.ClusterOptions.SlotOptions;
import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.options.JsonCommand;
import io.birdseye.cli.options.LimitOptions;
import io.birdseye.cli.options.LoadOptions;
import io.birdseye.cli.options.OwnServiceOptions;
import io.birdseye.cli.options.RefusedInput;
import io.birdseye.cli.options.StrategyOptions;
import io.birdseye.cli.options.ValidityOptions;
import io.birdseye.cli.options.VerdictOptions;
import io.birdseye.cli.options.WorkOptions;
import io.birdseye.cli.terminal.LiveComparison;
import io.birdseye.cli.terminal.Terminal;
import io.birdseye.cli.terminal.TimeNeeded;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.plan.NoRightAnswer;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.program.Jdk;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.Axis;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.LocalSite;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.RunningService;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.Site;
import io.birdseye.loadtest.trial.StartedService;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Durations;
import io.birdseye.model.Effort;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.ProfileEvent;
import io.birdseye.model.Sizing;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.report.Reports;
import io.birdseye.report.Verdicts;
import io.birdseye.report.condition.ConditionResult;
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.TrialProfile;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
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
        footer = {
            "%nWithout --rate, --users and a scenario the load is 50 requests per second. The first answer takes five minutes:"
                    + " without --strategies the published ones and three of today, without --effort quick.",
            "Efforts: quick measures everything once (6 s of warm-up, 6 s measured), an indication in five minutes; normal"
                    + " three times (18 s, 30 s), which gives a ranking; thorough five times (30 s, 60 s), which can be"
                    + " published."
        },
        exitCodeList = {
            "0:every trial was measured, enough of them are valid, and no condition of --fail-on is true",
            "1:a condition of --fail-on is true, or a trial failed; the others are in the table",
            "3:too few trials are valid, --precision was not reached, or a condition of --fail-on cannot be told"
        })
public final class CompareCommand extends JsonCommand {

    private static final Duration MAX_UNCHOSEN = Duration.ofHours(1);

    /** The articles' server had none, but a trial must end. */
    private static final Duration PUBLISHED_DEADLINE = Duration.ofSeconds(60);

    @Mixin
    private final StrategyOptions strategies = new StrategyOptions();

    @Mixin
    private final OwnServiceOptions service = new OwnServiceOptions();

    @Mixin
    private final LoadOptions load = new LoadOptions();

    @Mixin
    private final SlotOptions cluster = new SlotOptions();

    @Option(names = "--duration", paramLabel = "TIME",
            description = "Measured time of each trial (default: by --effort, 6s, 30s or 60s).")
    private Optional<Duration> duration = Optional.empty();

    @Option(names = "--warm-up", paramLabel = "TIME",
            description = "Load before that, not measured, in three cycles of rising rate"
                    + " (default: by --effort, 6s, 18s or 30s).")
    private Optional<Duration> warmUp = Optional.empty();

    @Mixin
    private final BlockOptions blocks = new BlockOptions();

    @Mixin
    private final EffortOption effort = new EffortOption();

    @Mixin
    private final WorkOptions work = new WorkOptions();

    @Option(names = "--published",
            description = "Give each strategy the pools of its article instead of an equal budget, and each request 60s, since the"
                    + " articles' server had no deadline.")
    private boolean published;

    @Mixin
    private final LimitOptions limits = new LimitOptions();

    @Mixin
    private final AxisOptions axes = new AxisOptions();

    @Mixin
    private final ValidityOptions validity = new ValidityOptions();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of trials, of arrivals at random and of the mock (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where results go; a folder with trials of the same settings is completed (default: a new one"
                    + " under results/).")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--open",
            description = "Open the page in the browser at once; it fills row by row.")
    private boolean open;

    @Option(names = "--profile", paramLabel = "EVENT",
            description = "Profile the middle of each trial: cpu, wall or alloc. The page links flame graphs, and differential"
                    + " ones of two rows. Profiled trials are not ranked.")
    private Optional<ProfileEvent> profile = Optional.empty();

    @Mixin
    private final VerdictOptions verdict = new VerdictOptions();

    @Override
    protected Exit run() throws Exception {
        cluster.require(this);
        if (!service.given()) {
            service.refuseAlone(this);
        }
        Path folder = workspace.newResults(out, "", "");
        TrialSettings settings = settings(effort.level(), folder);
        if (cluster.dryRun()) {
            printText(cluster.site(this, load.injectors().count()).manifests(Task.Measure.first(settings)));
            return Exit.FINE;
        }
        Conditions conditions = verdict.conditions(this, settings.rows());
        BlockPlan plan = blocks.plan(this, settings.rows().stream().map(RowKey::strategy).distinct().toList());
        boolean running = settings.subject() instanceof RunningService;
        if (running && profile.isPresent()) {
            throw wrong("--profile needs a service that Birdseye starts: --service, or none");
        }
        explain(settings);
        announceTime(Comparison.estimate(settings, plan, cluster.slots()), plan(
                settings.measurement().blocks(), Format.count(plan.trials(settings.subject()), running ? "slice" : "trial"),
                settings.load().warmUp().total(), settings.load().duration()));
        if (settings.measurement().blocks() == 1) {
            announceIndication(settings.rows().size(), given -> Comparison.estimate(
                    given ? settings.withBlocks(BlockOptions.MIN_FOR_RANKING) : settings(Effort.NORMAL, folder),
                    plan, cluster.slots()));
        }
        announce("Results go to " + folder);
        if (settings.subject() instanceof Served served) {
            requireChoice(served, Comparison.estimate(settings, plan, cluster.slots()));
        }
        Site site = cluster.given() ? cluster.site(this, load.injectors().count()) : here();
        Results results;
        String again = commandLine() + (given("--out") ? "" : " --out " + quoted(folder.toString()));
        try (LiveComparison live = new LiveComparison(progress("compare"), folder, open, again)) {
            results = new Comparison(settings, plan, site, live).run();
        } catch (NoRightAnswer e) {
            throw new RefusedInput(e);
        }
        return show(results, folder, conditions);
    }

    private Site here() throws Exception {
        Programs programs = strategies.programs(this);
        lookAtMachine();
        return new LocalSite(load.injectors().in(this, programs));
    }

    private String plan(int rounds, String each, Duration warmUpTime, Duration window) {
        return Format.text("%s of %s, each %s of warm-up and %s measured%s", Format.count(rounds, "block"), each,
                Durations.format(warmUpTime), Durations.format(window), blocks.announcement());
    }

    private TrialSettings settings(Effort level, Path folder) {
        return service.given()
                ? service.settings(this, new OwnServiceOptions.CommandSettings(
                        file -> load.over(this, file), duration, warmUp, limits.givenDeadline(), level,
                        count -> measurement(count, validity.bounds(), folder), blocks.given()))
                : check(() -> ofStrategies(level, folder));
    }

    private Measurement measurement(int count, ValidityBounds bounds, Path folder) {
        return new Measurement(count, seed, bounds, folder, commandLine(), profile, verdict.margin(this));
    }

    /**
     * Says what would give a ranking, where more blocks would: a blocks option that is given holds for every effort.
     *
     * @param estimate how long that takes, with more blocks if true, or else with the next effort
     */
    private void announceIndication(int rows, Function<Boolean, Duration> estimate) {
        if (rows < 2 || profile.isPresent() || blocks.growing()) {
            return;
        }
        boolean given = blocks.given().isPresent();
        String what = given ? "--blocks " + BlockOptions.MIN_FOR_RANKING : "--effort normal";
        announce("An indication: one block gives no ranking. For a ranking: " + what + " ("
                + TimeNeeded.roughly(estimate.apply(given)) + ")");
    }

    private Exit show(Results results, Path folder, Conditions conditions) throws IOException {
        ComparisonTable comparison;
        try {
            comparison = Reports.write(results, folder);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; every trial is kept, and the same command with --out " + folder
                    + " writes the reports without measuring again", e);
        }
        print(Terminal.table(comparison));
        blocks.outcome(comparison.ranking(), folder).ifPresent(this::print);
        if (comparison.rows().stream().anyMatch(row -> row.validBlocks().size() < row.blocks().size())) {
            print("Invalid and failed trials are measured again by the same command with --out " + folder);
        }
        List<ConditionResult> judged = conditions.judge(comparison);
        judged.forEach(result -> print(result.line()));
        results.trials().stream().flatMap(trial -> noProfile(trial).stream()).distinct().forEach(this::print);
        print("Page: " + folder.resolve(Reports.PAGE).toUri());
        printJson(Verdicts.of(comparison, judged));
        return measured(comparison).and(Conditions.exit(judged));
    }

    private static Optional<String> noProfile(Trial trial) {
        return Optional.ofNullable(trial.measured())
                .map(measured -> measured.course().profile())
                .map(TrialProfile::missing)
                .map(why -> "No profile of " + trial.row().label() + ": " + why);
    }

    /** Whether everything was measured that was asked for. */
    private Exit measured(ComparisonTable comparison) {
        if (comparison.results().trials().stream().anyMatch(Trial::failed)) {
            return Exit.CONDITION_FAILED;
        }
        return comparison.rows().stream().allMatch(Row::isJudged) && blocks.reached(comparison.ranking()) ? Exit.FINE : Exit.CANNOT_TELL;
    }

    private TrialSettings ofStrategies(Effort level, Path folder) {
        Work asked = work.firstWork(this, strategies.known(this));
        List<Axis> varied = axes.axes(this, Jdk.of(workspace.java()), limits, work.layouts());
        Optional<Scenario> scenario = asked.scenario().map(ScenarioFile::scenario);
        List<String> names = names(scenario);
        ServiceLimits given = cluster.limits(limits.limits(scenario));
        Duration deadline = deadline(scenario);
        Sizing sizing = sizing(names.getFirst(), asked, scenario);
        return new TrialSettings(
                new Served(
                        names, published ? new Budgets.Published() : given.budgets(sizing), asked,
                        given.service(sizing, deadline, axes.commonFlags(this, limits)), varied),
                new LoadPlan(load.load(this, scenario), WarmUp.of(warmUp.orElse(level.warmUp())), duration.orElse(level.window())),
                measurement(blocks.least(level.blocks()), cluster.bounds(this, validity.bounds()), folder));
    }

    private Sizing sizing(String strategy, Work asked, Optional<Scenario> scenario) {
        return new PointSettings(
                strategy, load.load(this, scenario), asked, limits.limits(scenario), deadline(scenario)).sizing();
    }

    private Duration deadline(Optional<Scenario> scenario) {
        return published && scenario.isEmpty() ? limits.givenDeadline().orElse(PUBLISHED_DEADLINE) : limits.deadline(scenario);
    }

    /** Says what is measured, and why with so many threads. */
    private void explain(TrialSettings settings) {
        Load offered = settings.load().load();
        switch (settings.subject()) {
            case Served served -> explain(served, offered);
            case StartedService started -> explain(started.requests(), ", started for each trial", offered);
            case RunningService running -> explain(running.requests(), ", which runs", offered);
        }
    }

    private void explain(List<Request> requests, String how, Load offered) {
        announce("Service: " + Request.origins(requests) + how + "; load: " + offered.describe());
        requests.forEach(request -> announce("  " + request.name() + ": " + request.describe()));
    }

    private void explain(Served served, Load offered) {
        Work asked = served.work();
        Optional<Scenario> scenario = asked.scenario().map(ScenarioFile::scenario);
        scenario.map(LoadOptions::notReproduced).ifPresent(notes -> announce(notes.toArray()));
        announce("Load: " + offered.describe() + scenario.map(found -> ", scenario " + found.name())
                .orElse(", upstreams " + asked.upstreamDelay().toMillis() + " ms, memory " + asked.memoryMegabytes() + " "
                        + work.layouts().stream().map(Layout::label).collect(Collectors.joining(" and "))));
        if (!published && limits.limits(scenario).io().isEmpty()) {
            sizing(served.strategies().getFirst(), asked, scenario).explanation().forEach(line -> announce("  " + line));
        }
        if (published) {
            announce("  Pools: those of each article; a request is given up after " + Durations.format(deadline(scenario)));
        }
    }

    /** Axes multiply the trials: a run that takes hours is refused unless its strategies were chosen. */
    private void requireChoice(Served served, Duration estimate) {
        if (cluster.given() && !served.axes().isEmpty()) {
            throw wrong("JDKs, labelled flags, heaps, HTTP servers and several layouts are chosen on this machine only, not in a cluster");
        }
        if (served.setups().size() > 1 && !given("--strategies") && estimate.compareTo(MAX_UNCHOSEN) > 0) {
            throw wrong(Format.count(served.rows().size(), "row") + " take about " + estimate.toMinutes()
                    + " min: choose some of the " + served.strategies().size() + " strategies with --strategies");
        }
    }

    private List<String> names(Optional<Scenario> scenario) {
        List<String> chosen = strategies.chosen(this, scenario, axes.features(this, Jdk.of(workspace.java()))).stream()
                .filter(name -> !published || strategies.known(this)
                        .find(name).flatMap(entry -> entry.publishedBudget(1, 1)).isPresent())
                .toList();
        if (chosen.isEmpty()) {
            throw wrong("none of these strategies has a published budget");
        }
        return chosen;
    }
}
