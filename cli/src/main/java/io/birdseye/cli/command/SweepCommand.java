package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.ClusterOptions;
import io.birdseye.cli.options.OwnServiceOptions.Extent;
import io.birdseye.cli.options.OwnServiceOptions;
import io.birdseye.cli.options.PointOptions;
import io.birdseye.cli.terminal.ProgressLine;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.Task;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Durations;
import io.birdseye.model.Exit;
import io.birdseye.model.Format;
import io.birdseye.model.Objective;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.sweep.SweepAxis;
import io.birdseye.planning.sweep.SweepFiles;
import io.birdseye.planning.sweep.SweepPlan;
import io.birdseye.planning.sweep.SweepPoints;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.planning.sweep.SweepRun;
import io.birdseye.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "sweep",
        description = "Measure one or two settings over ranges, in random order, and find where more buys little.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./birdseye sweep --axis 'io-threads=8..64 x2' --rate 30",
            "  ./birdseye sweep --axis io-threads=8,16 --axis latency=100ms,200ms --users 40",
            "",
            "Every point is measured with every strategy, so without --strategies there is one: that by which 'predict' calibrates."
        },
        exitCodeList = {
            "0:every point was measured", "1:a point failed; the others are in the table",
            "3:a point is invalid; the others are in the table"
        })
public final class SweepCommand extends BirdseyeCommand {

    private static final Set<String> LOADS = Set.of("rate", "users");
    private static final int WINDOWS = 4;

    @Option(names = "--axis", required = true, paramLabel = "SETTING=VALUES",
            description = "io-threads, cpu-threads, max-in-flight, rate, users, latency, memory or http-threads, and its values: a list such"
                    + " as 8,16,32, a range such as '8..64 by 8' or '8..64 x2'. Once or twice.")
    private List<String> axes = List.of();

    @Option(names = "--objective", paramLabel = "OBJECTIVE",
            description = "Search the highest rate at which this holds, such as 'p99 < 400ms', at each point, and draw a map of who carries most, and"
                    + " where the choice matters.")
    private Optional<Objective> objective = Optional.empty();

    @Mixin
    private final PointOptions options = new PointOptions();

    @Mixin
    private final OwnServiceOptions service = new OwnServiceOptions();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where results go; a folder with points of the same settings is completed (default: a new one"
                    + " under results/).")
    private Optional<Path> out = Optional.empty();

    @Override
    protected Exit run() throws Exception {
        SweepPlan plan = check(
                () -> new SweepPlan(axes.stream().map(SweepAxis::parse).toList(), options.seed()));
        cluster.require(this);
        if (!service.given()) {
            service.refuseAlone(this);
        }
        if (objective.isPresent() && plan.axes().stream().anyMatch(axis -> LOADS.contains(axis.setting()))) {
            throw wrong("--objective searches the rate, so neither rate nor users is an axis");
        }
        objective.ifPresent(_ -> options.orElse(
                CapacityCommand.warmUpOf(options.effort().level()), CapacityCommand.windowOf(options.effort().level())));
        SweepPoints all = service.given() ? ofService(plan) : ofStrategies(plan);
        SweepPoints points = objective.map(wanted -> all.searching(new SearchPlan(wanted, SearchPlan.MOST_PER_SECOND, WINDOWS, SearchPlan.Beyond.A_FIFTH, null), SearchPlan.FROM_PER_SECOND)).orElse(all);
        if (cluster.dryRun()) {
            TrialSettings first = points.settings().apply(new SweepPlan.Step(points.names().getFirst(), 0, Map.of()));
            printText(cluster.site(this, options.load().injectors().count()).manifests(Task.Measure.first(first)));
            return Exit.FINE;
        }
        plan.axes().forEach(axis -> announce("  " + axis.describe()));
        if (!service.given()) {
            announce(points.fixed());
        }
        announceTime(
                new SweepRun(plan, points, Progress.NONE).estimate(), Format.count(plan.order(points.names()).size(), "point"));
        announce("Results go to " + points.out());
        if (!cluster.given()) {
            lookAtMachine();
        }
        SweepResult result;
        try (ProgressLine progress = progress("sweep")) {
            result = new SweepRun(plan, points, progress).run();
        }
        print(SweepFiles.text(result), "Page: " + points.out().resolve("sweep.html").toUri());
        return exit(result);
    }

    private SweepPoints ofStrategies(SweepPlan plan) throws Exception {
        // Axes that do not fit are refused before the programs are looked for.
        PointSettings asked = options.settings(this);
        // Pools that a user has not chosen are no limit before the cores are.
        PointSettings sized = objective.isEmpty() ? asked : asked.with("rate", SearchPlan.PER_CORE * cluster.processors());
        PointSettings base = check(() -> SweepPoints.requireFit(plan, cluster.limits(sized)));
        List<String> names =
                options.strategies().chosen(this, base.work().scenario().map(ScenarioFile::scenario));
        Path folder = workspace.newResults(out, "sweep-", "");
        PointTrials trials = cluster.given()
                ? options.trials(folder, this, PointTrials.Runner.at(cluster.site(this, options.load().injectors().count())))
                        .withValidity(cluster.bounds(this, options.bounds()))
                : options.trials(folder, this);
        return check(() -> SweepPoints.of(plan, names, base, trials, fixed(base)));
    }

    private SweepPoints ofService(SweepPlan plan) throws Exception {
        SweepPlan _ = check(plan::ofLoads);
        TrialSettings base = service.settings(this, new OwnServiceOptions.CommandSettings(
                file -> options.load().over(this, file),
                new Extent(Optional.of(options.warmUp()), Optional.of(options.duration()), Optional.of(1)),
                options.limits().givenDeadline(), options.effort().level(), blocks -> new Measurement(
                        blocks, options.seed(), options.bounds(), workspace.newResults(out, "sweep-", ""),
                        commandLine())));
        return SweepPoints.of(base, PointTrials.Runner.with(options.programs(this)));
    }

    private static Exit exit(SweepResult result) {
        return result.points().stream()
                .filter(point -> !point.carriesNone())
                .flatMap(point -> Stream.ofNullable(point.failure()))
                .map(failure -> failure.startsWith(Trials.JudgedTrial.NOT_VALID) ? Exit.CANNOT_TELL : Exit.CONDITION_FAILED)
                .reduce(Exit.FINE, Exit::and);
    }

    private String fixed(PointSettings base) {
        String upstreams = base.work().scenario()
                .map(file -> "scenario " + file.scenario().name())
                .orElseGet(() -> "upstreams " + base.work().upstreamDelay().toMillis() + " ms, memory "
                        + base.work().memoryMegabytes() + " " + base.work().layout().label());
        return "Settings that are not on an axis: " + base.load().describe() + ", " + upstreams + ", each point "
                + Durations.format(options.duration()) + " after " + Durations.format(options.warmUp())
                + " of warm-up.";
    }
}
