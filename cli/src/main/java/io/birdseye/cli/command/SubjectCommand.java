package io.birdseye.cli.command;

import io.birdseye.cli.options.AxisOptions;
import io.birdseye.cli.options.ClusterOptions.SlotOptions;
import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.options.LimitOptions;
import io.birdseye.cli.options.LoadOptions;
import io.birdseye.cli.options.OwnServiceOptions;
import io.birdseye.cli.options.OwnServiceOptions.Extent;
import io.birdseye.cli.options.StrategyOptions;
import io.birdseye.cli.options.ValidityOptions;
import io.birdseye.cli.options.VerdictOptions;
import io.birdseye.cli.options.WorkOptions;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.plan.LoadEngine;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.program.Jdk;
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
import io.birdseye.report.condition.Conditions;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.Simplicity;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that measures strategies, or a service of the user's own, in trials of one kind. */
abstract class SubjectCommand extends MeasuringCommand {

    private static final Duration MAX_UNCHOSEN = Duration.ofHours(1);

    /** The articles' server had none, but a trial must end. */
    private static final Duration PUBLISHED_DEADLINE = Duration.ofSeconds(60);

    @Mixin
    final StrategyOptions strategies = new StrategyOptions();

    @Mixin
    final OwnServiceOptions service = new OwnServiceOptions();

    @Mixin
    final LoadOptions load = new LoadOptions();

    @Option(names = "--engine", paramLabel = "gatling|light|auto", defaultValue = "auto",
            description = "What sends the requests: Gatling, in whole milliseconds; the light client, for fast services and high rates; auto is"
                    + " Gatling where strategies are compared at one rate, else the light one (default: ${DEFAULT-VALUE}).")
    LoadEngine engine = LoadEngine.AUTO;

    @Mixin
    final SlotOptions cluster = new SlotOptions();

    @Mixin
    final EffortOption effort = new EffortOption();

    @Mixin
    final WorkOptions work = new WorkOptions();

    @Option(names = "--published",
            description = "Give each strategy the pools of its article instead of an equal budget, and each request 60s, since the"
                    + " articles' server had no deadline.")
    boolean published;

    @Mixin
    final LimitOptions limits = new LimitOptions();

    @Mixin
    final AxisOptions axes = new AxisOptions();

    @Mixin
    final ValidityOptions validity = new ValidityOptions();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of trials, of arrivals at random and of the mock (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where results go; a folder with trials of the same settings is completed (default: a new one"
                    + " under results/).")
    Optional<Path> out = Optional.empty();

    @Mixin
    final VerdictOptions verdict = new VerdictOptions();

    /** What is measured of each row. */
    abstract Extent extent(Effort level);

    Optional<ProfileEvent> profile() {
        return Optional.empty();
    }

    /** The load for which pools are sized that the user has not chosen. */
    Load sizedFor(Load asked) {
        return asked;
    }

    /** The limits of the service as this command sets them. */
    ServiceLimits admitted(ServiceLimits given) {
        return given;
    }

    /** The settings as this command measures them. */
    TrialSettings shaped(TrialSettings settings, Effort level) {
        return settings;
    }

    /**
     * How settings are measured.
     *
     * @param what in a few words
     * @param surer what would give a ranking, where the settings give none
     */
    record Way(BlockPlan plan, String what, Supplier<Optional<String>> surer, boolean open) {}

    /** Refuses what the options cannot measure. */
    abstract Way way(TrialSettings settings);

    /** Before the time of day in the name of the folder of results. */
    String prefix() {
        return name() + "-";
    }

    /** What else is told of the rows, and the exit code that follows from it. */
    Exit judge(ComparisonTable comparison, Path folder) {
        return Exit.FINE;
    }

    @Override
    protected final Exit run() throws Exception {
        cluster.require(this);
        if (!service.given()) {
            service.refuseAlone(this);
        }
        Path folder = workspace.newResults(out, prefix(), "");
        TrialSettings settings = settings(effort.level(), folder);
        if (cluster.dryRun()) {
            printText(cluster.site(this, load.injectors().count()).manifests(Task.Measure.first(settings)));
            return Exit.FINE;
        }
        Conditions conditions = verdict.conditions(this, settings.rows(), settings.load().search() != null);
        Way way = way(settings);
        explain(settings);
        announceTime(Comparison.estimate(settings, way.plan, cluster.slots()), way.what);
        if (settings.measurement().blocks() == 1 && settings.rows().size() > 1) {
            way.surer.get().ifPresent(how -> announce("An indication: " + how));
        }
        Results results = measured(settings, way);
        ComparisonTable comparison;
        try {
            comparison = Reports.write(results, folder, simplicity());
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; every trial is kept, and the same command with --out " + folder
                    + " writes the reports without measuring again", e);
        }
        return answered(comparison).and(show(comparison, folder, verdict, conditions, () -> judge(comparison, folder)));
    }

    /** Whether everything was measured that was asked for. */
    private static Exit answered(ComparisonTable comparison) {
        if (comparison.results().trials().stream().anyMatch(trial -> trial.failed() && !RateFound.meetsNowhere(trial.reason()))) {
            return Exit.CONDITION_FAILED;
        }
        return comparison.rows().stream().allMatch(Row::isJudged) ? Exit.FINE : Exit.CANNOT_TELL;
    }

    /** The order in which strategies are recommended. */
    final Simplicity simplicity() {
        return CatalogMenu.simplicity(strategies.known(this));
    }

    /** Measures what was asked for, here or in a cluster. */
    private Results measured(TrialSettings settings, Way way) throws Exception {
        announce("Results go to " + settings.measurement().out());
        if (settings.subject() instanceof Served served) {
            requireChoice(served, Comparison.estimate(settings, way.plan, cluster.slots()));
        }
        Site site = cluster.given()
                ? cluster.site(this, load.injectors().count()) : new LocalSite(load.injectors().in(this, strategies.programs(this)));
        return measured(settings, way.plan, site, way.open, simplicity());
    }

    final TrialSettings settings(Effort level, Path folder) {
        TrialSettings settings = shaped(service.given()
                ? service.settings(this, new OwnServiceOptions.CommandSettings(
                        file -> load.over(this, file), extent(level), limits.givenDeadline(), level,
                        count -> measurement(count, validity.bounds(), folder)))
                : check(() -> ofStrategies(level, folder)), level);
        return settings.with(settings.load().by(engine));
    }

    private Measurement measurement(int count, ValidityBounds bounds, Path folder) {
        return new Measurement(count, seed, bounds, folder, commandLine(), profile(), verdict.margin(this));
    }

    private TrialSettings ofStrategies(Effort level, Path folder) {
        Work asked = work.firstWork(this, strategies.known(this));
        List<Axis> varied = axes.axes(this, Jdk.of(workspace.java()), limits, work.layouts());
        Optional<Scenario> scenario = asked.scenario().map(ScenarioFile::scenario);
        List<String> names = names(scenario);
        ServiceLimits given = admitted(cluster.limits(limits.limits(scenario)));
        Duration deadline = deadline(scenario);
        Sizing sizing = sizing(names.getFirst(), asked, scenario);
        Extent extent = extent(level);
        LoadPlan plan = new LoadPlan(
                load.load(this, scenario), WarmUp.of(extent.warmUp().orElse(level.warmUp())),
                extent.duration().orElse(level.window()));
        return new TrialSettings(
                new Served(
                        names, published ? new Budgets.Published() : given.budgets(sizing), asked,
                        given.service(sizing, deadline, axes.commonFlags(this, limits)), varied),
                published || !load.isProposed(this, scenario) ? plan : plan.atMost(),
                measurement(extent.blocks().orElse(level.blocks()), cluster.bounds(this, validity.bounds()), folder));
    }

    private Sizing sizing(String strategy, Work asked, Optional<Scenario> scenario) {
        return new PointSettings(
                strategy, sizedFor(load.load(this, scenario)), asked, limits.limits(scenario), deadline(scenario)).sizing();
    }

    private Duration deadline(Optional<Scenario> scenario) {
        return published && scenario.isEmpty() ? limits.givenDeadline().orElse(PUBLISHED_DEADLINE) : limits.deadline(scenario);
    }

    /** Says what is measured, and why with so many threads. */
    private void explain(TrialSettings settings) {
        Load offered = settings.load().load();
        switch (settings.subject()) {
            case Served served -> explain(served, offered, settings.load().most() ? ", or less where that keeps the cores more than "
                    + Format.percent(LoadPlan.BUSY) + " busy (--rate says otherwise)" : "");
            case StartedService started -> explain(started.requests(), ", started for each trial", offered);
            case RunningService running -> explain(running.requests(), ", which runs", offered);
        }
    }

    private void explain(List<Request> requests, String how, Load offered) {
        announce("Service: " + Request.origins(requests) + how + "; load: " + offered.describe());
        requests.forEach(request -> announce("  " + request.name() + ": " + request.describe()));
    }

    private void explain(Served served, Load offered, String orLess) {
        Work asked = served.work();
        Optional<Scenario> scenario = asked.scenario().map(ScenarioFile::scenario);
        scenario.map(LoadOptions::notReproduced).ifPresent(notes -> announce(notes.toArray()));
        announce("Load: " + offered.describe() + orLess + scenario.map(found -> ", scenario " + found.name())
                .orElse(", upstreams " + asked.upstreamDelay().toMillis() + " ms, memory " + asked.memoryMegabytes() + " "
                        + work.layouts().stream().map(Layout::label).collect(Collectors.joining(" and "))));
        if (isVerbose() && !published && limits.limits(scenario).io().isEmpty()) {
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
